"""Rise to Nobility with the Chancery."""
