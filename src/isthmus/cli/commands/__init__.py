"""The commands of ``isthmus``, each a module."""
