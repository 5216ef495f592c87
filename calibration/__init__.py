"""What is learned once about this board, camera and lights, and its readable file."""
