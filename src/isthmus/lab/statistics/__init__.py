"""The statistics of the lab: confidence sequences, ladders of strength, verdicts on several claims together."""
