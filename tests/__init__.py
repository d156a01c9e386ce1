"""Everything that is tried on the house."""
