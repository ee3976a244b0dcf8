"""What Jantaku needs and what helps it, looked at one by one."""
