"""The commands of ``isthmus``, one module each."""
