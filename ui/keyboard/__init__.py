"""An on-screen keyboard, which types into the tapped field on machines without a physical keyboard."""
