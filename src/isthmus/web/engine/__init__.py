"""Engine searches and other slow work in worker processes."""
