"""The measures, one file each: what a figure means, whose point of view it takes, and how it misleads."""
