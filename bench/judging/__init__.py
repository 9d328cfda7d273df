"""The parts of bench/judgement.py: games with chances, predictions, judged positions, calibration."""
