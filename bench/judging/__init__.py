"""What bench/judgement.py is made of: games with their chances, what these foretold, judged positions, calibration."""
