"""Optional extras, listed in the settings and offered for installation when first needed."""
