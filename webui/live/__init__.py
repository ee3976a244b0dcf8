"""The one table this server tells of: its entries, its camera's child process, its pictures."""
