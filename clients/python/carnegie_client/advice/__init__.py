"""Answers of the service in words, as one player would say them to another at the table."""
