"""The studies of the inventors' claims, one file each, and their results."""
