"""What the tests cost."""
