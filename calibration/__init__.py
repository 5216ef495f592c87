"""What is learned once about a board, camera, lens and lights, and the files that keep it."""
