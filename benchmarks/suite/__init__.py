"""The cost of the tests."""
