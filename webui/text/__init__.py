"""What is told to people and programs as text: announcements, readings, scores, errors."""
