"""How the networks are trained; imported by nobody."""
