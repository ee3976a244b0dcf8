"""What is found without a network, by colour and shape: dice, standing strips, blank dragons."""
