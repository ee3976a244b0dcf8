"""Commands that run a server and look after what it keeps."""
