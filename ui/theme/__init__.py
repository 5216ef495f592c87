"""The appearance of the window: fonts, colours, spacing, and custom widget elements."""
