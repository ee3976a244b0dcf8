"""The simulated table over time: who moves when, arms, disturbances, and the recording made of it."""
