"""Who may reach this server, how often, and as whom."""
