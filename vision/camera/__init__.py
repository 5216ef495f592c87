"""Where pictures come from: a camera, a file, the network, a folder, or a script."""
