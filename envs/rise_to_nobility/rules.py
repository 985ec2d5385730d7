"""The names and sizes of Rise to Nobility with the Chancery; nothing here plays.

The numbers are in rules.json, which a person with the box can correct row by row; rows.py
holds what a row is, load.py reads the file.
Section numbers are those of the rules specification. Sizes are the most that the record and the
numbering of actions have room for.
"""

TITLE = "Rise to Nobility"
MIN_PLAYERS, MAX_PLAYERS = 1, 6

# Goods and Guilds share their index and name (section 0).
GOODS = ("Books", "Artwork", "Weaponry", "Magic", "Jewelry", "Furnishings")
GOOD_LETTERS = "BAWMJF"
GUILDS = GOODS
RACES = ("Halfling", "Human", "Elf", "Dwarf", "Green Elf", "Trobit")
LEVELS = (1, 2)  # of Settlers cards; their order in the row
EVENT_GROUPS = (1, 2)

# How sure a row is, as sure as its weakest field; `marks` names the fields that are surer.
STATUSES = ("found", "inferred", "reconstructed")
FOUND, INFERRED, RECONSTRUCTED = STATUSES

# A die's range r(v) (section 5) and what a later die must be to the last one placed.
NUM_VALUES = 6
RANGES = ("1-2", "3-4", "5-6")
NUM_RANGES = len(RANGES)
RANGE_WIDTH = NUM_VALUES // NUM_RANGES
ORDERS = ("any", ">=", ">", "<=", "<")

# Cards, tiles and other rows of the tables of a fixed size.
COUNTS = {
    "settlers": 48,
    "buildings": 48,
    "council": 30,
    "ships": 18,
    "dice_tiles": 18,
    "commissions": 18,
    "characters": 13,
    "events": 16,
    "solo": 15,
    "setup": 6,
    "houses": 7,
    "chancery": 12,
    "nobility": 13,
}

NUM_GOODS = len(GOODS)
NUM_RACES = len(RACES)
NUM_LEVELS = len(LEVELS)
NUM_SHIPS = COUNTS["ships"]
NUM_DESKS = COUNTS["chancery"]
TOP_DESKS = NUM_DESKS // 2  # one for each value of a die; desk n + 6 is below desk n
MAX_DICE = 5  # of a player
MAX_SLOTS = 9  # die slots of a place
TILE_SLOTS = 3  # of a dice tile
MAX_APPRENTICES = 6  # in one Guild
NUM_DOCKS = 4
COUNCIL_ROW = 5
SETTLERS_ROW = 6  # face-up cards
BUILDINGS_ROW = 6
HAND_LIMIT = 6  # Settlers cards not completed
BUILDING_LOTS = 7  # Buildings of a player
MAX_HOUSES = COUNTS["houses"]
MAX_WORKERS = 14
MAX_COMMISSIONS = 1 + NUM_DESKS  # held by one player
DEALT = 3  # Commission cards to keep one of, at the start or at Berk's Office
MAX_DRAWS = COUNTS["commissions"]  # drawings of Commission cards: each keeps one
MAX_GROUPS = (MAX_DRAWS - 1) // 2  # under the deck: each has a card and kept one, as the first deal
NUM_OBJECTIVES = 3  # of the solo game
MAX_CLOSED = 2  # Guilds closed in a round of the solo game
MAX_ROUNDS = 10
MAX_DECISIONS = 300  # for each player, then the game is cut short (7.7)
LONGEST_GAME = MAX_DECISIONS * MAX_PLAYERS
MARGIN_SCALE = 50.0  # points of a reward of 1 in the modes margin and score
MAX_REPUTATION = 24
MAX_MODIFIERS = 20
NUM_CUBES = 20  # of each Good in the box: no card may ask for more

# Conditions of Commission cards and solo objectives, looked at after the last Upkeep (8.6, 8.9).
CONDITIONS = {
    "race": "at least {threshold} completed Settlers cards of race {arg}",
    "guild": "at least {threshold} Guild Masters and Apprentices of the {arg} guild, not only Apprentices",
    "settlers": "at least {threshold} completed Settlers cards",
    "races": "completed Settlers cards of at least {threshold} races",
    "building_guilds": "Buildings of at least {threshold} guilds",
    "council": "at least {threshold} Stone Council tiles",
    "reputation": "Reputation at least {threshold}",
    "upgrades": "at least {threshold} upgraded Buildings",
    "vp": "at least {threshold} VP",
    "buildings": "at least {threshold} Buildings",
    "nobility": "at least {threshold} Nobility",
    "houses": "at least {threshold} Houses",
    "coins": "at least {threshold} coins",
    "worker_guilds": "Apprentices or Guild Masters in at least {threshold} guilds",
    "chancery": "at least {threshold} Chancery Apprentices",
    "each_good": "at least {threshold} of each Good",
}
# What `arg` may be, for the kinds that have one; and the most that a threshold may be.
CONDITION_ARGS = {"race": RACES, "guild": GUILDS}
MOST_THRESHOLD = {
    "race": MAX_HOUSES,
    "guild": MAX_WORKERS,
    "settlers": MAX_HOUSES,
    "races": NUM_RACES,
    "building_guilds": NUM_GOODS,
    "council": COUNTS["council"],
    "reputation": MAX_REPUTATION,
    "upgrades": BUILDING_LOTS,
    "vp": 999,
    "buildings": BUILDING_LOTS,
    "nobility": 99,
    "houses": MAX_HOUSES,
    "coins": 999,
    "worker_guilds": NUM_GOODS,
    "chancery": TOP_DESKS,
    "each_good": NUM_CUBES,
}

# Events by kind (8.8).
EVENTS = {
    "port_coins": "+{amount} coin for each Good sold at the Port",
    "guild_goods": "each die placed in a Guild yields {amount} more",
    "apprentice_coins": "{amount} coin for each own guild Apprentice, at most {second}",
    "house_discount": "Houses cost {amount} coin less",
    "castle_rep": "the White Castle gives {amount} more Reputation",
    "tavern_cards": "{amount} more Settlers card may be taken at each visit to the Tavern",
    "berk_mods": "Berk's Office gives {amount} more Modifier",
    "any_good": "each player takes {amount} Good of choice",
    "city_tax": "pay {amount} coins; who cannot pays all and loses {second} Reputation",
    "port_limit": "{amount} cube less may be sold at each visit to the Port",
    "council_rep": "a Stone Council tile costs {amount} Reputation less",
    "gossip": "all players with the highest Reputation lose {amount}",
    "hall_discount": "the Guild Hall is {amount} coin cheaper",
    "card_vp": "every completed Settlers card gives {amount} more VP",
    "guild_dues": "the Income pays {amount} coin less for each guild Apprentice",
    "favour": "all players with the lowest VP gain {amount} Reputation",
}
WHENS = ("now", "round")  # when revealed, or to the end of Upkeep
NOW_EVENTS = ("apprentice_coins", "any_good", "city_tax", "gossip", "favour")
TWO_NUMBERS = ("apprentice_coins", "city_tax")  # the events that use `second`

# Benefits of the desks (6.1); they differ from the plain rule by the row's `amount`.
BENEFITS = {
    "COUNCIL_FREE": "no coins for Stone Council tiles",
    "PORT_PLUS1": "+{amount} coin for each Good sold at the Port",
    "COUNCIL_REP1": "a Stone Council tile costs only {amount} Reputation",
    "TAVERN_2": "{amount} more Settlers card may be taken at each visit to the Tavern",
    "HOUSE_MINUS1": "Houses cost {amount} coin less",
    "BUILDING_MINUS1": "buying a Building costs {amount} coin less",
}
NO_AMOUNT = ("COUNCIL_FREE",)  # the benefits without a number
