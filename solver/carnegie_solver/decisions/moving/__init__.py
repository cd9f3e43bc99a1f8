"""A turn of Human Resources with its uses and relocations, its several lines, and the standing-up's."""
