"""The same as the pages for programs: JSON, the stream of news, and their description."""
