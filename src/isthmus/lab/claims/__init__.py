"""The studies of what inventors claimed, one file each, and what they found."""
