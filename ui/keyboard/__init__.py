"""An on-screen keyboard for machines without a physical one: it types into the field that was tapped."""
