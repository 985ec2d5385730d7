"""Scoring, compiled: the steps after a piece was placed, bonus tiles and the end (5 to 9)."""

from typing import Any

from fiefdom.envs.carcassonne.features import (
    count_cities,
    count_fed,
    feature_of,
    majority,
    refresh,
)
from fiefdom.envs.carcassonne.frontier import neighbour, tile_on
from fiefdom.envs.carcassonne.placing import (
    AROUND_X,
    AROUND_Y,
    FOLLOWER_AT,
    MAYOR_AT,
    NUM_CELLS,
    is_lowest,
    is_new,
    touched_feature,
)
from fiefdom.envs.carcassonne.rules import (
    CLERIC_ABBEY,
    CLERIC_POINTS,
    CLOISTER,
    FARM_CITY,
    FIELD,
    JOINED_CITY,
    MAX_PLAYERS,
    MOST_TOKENS,
    QUARTER_TURNS,
    ROAD,
    SERF_BARN,
    SERF_FARMER,
)
from fiefdom.envs.carcassonne.state import ALL_MEN, BARNS_AT, EMPTY, MAYORS_AT, MEN, MEN_BITS
from fiefdom.envs.common.jit import njit


@njit
def pay(state: Any, seats: int, points: int) -> None:
    """Give points to each of some seats (bits)."""
    for seat in range(MAX_PLAYERS):
        if (seats >> seat) & 1:
            state.score[seat] = int(state.score[seat]) + points


@njit
def take_back(state: Any, feature: int) -> int:
    """Return all pieces but barns of a feature to their owners; return how many there were.

    A wagon is not yet in hand: its owner may drive on (5, step 7).
    """
    crew = int(state.crew[feature])
    taken = 0
    for seat in range(int(state.num_players)):
        men = (crew >> (MEN_BITS * seat)) & MEN
        mayors = (crew >> (MAYORS_AT + seat)) & 1
        taken += men + mayors
        if men:
            men -= recall_wagon(state, seat, feature)
        state.followers[seat] = int(state.followers[seat]) + men
        state.mayors[seat] = int(state.mayors[seat]) + mayors
    if taken:
        clear_tiles(state, feature)
        state.crew[feature] = crew & ~ALL_MEN
    refresh(state, feature)
    return taken


@njit
def recall_wagon(state: Any, seat: int, feature: int) -> int:
    """Take a seat's wagon off a feature if it stands there; return 1 if so."""
    tile = int(state.wagon_tile[seat])
    if tile == EMPTY:
        return 0
    segment = int(state.tile_first[tile])
    while int(state.segment_slot[segment]) != int(state.wagon_slot[seat]):
        segment += 1
    if int(state.label[segment]) != feature:
        return 0
    state.wagon_from[seat] = tile
    state.wagon_tile[seat] = EMPTY
    state.wagon_slot[seat] = EMPTY
    return 1


@njit
def clear_tiles(state: Any, feature: int) -> None:
    """Take followers and mayors of a feature off the tiles they stand on."""
    segment = feature
    while segment != EMPTY:
        tile = int(state.segment_tile[segment])
        slot = int(state.segment_slot[segment])
        piece = int(state.piece[tile])
        if piece == FOLLOWER_AT + slot or (slot < ROAD and piece == MAYOR_AT + slot):
            state.piece[tile] = EMPTY
            state.piece_seat[tile] = EMPTY
        segment = int(state.next_member[segment])


@njit
def score_features(rules: Any, state: Any) -> None:
    """Steps 1 and 3: pay completed cities and roads; King and Robber Baron (5, 6)."""
    tile = int(state.num_tiles) - 1
    city, road = 0, 0
    for edge in range(QUARTER_TURNS):
        if not is_new(rules, state, tile, edge):
            continue
        feature = touched_feature(rules, state, tile, edge)
        if int(state.open[feature]) > 0:
            continue
        if int(state.segment_slot[feature]) < ROAD:
            city = max(city, int(state.tile_count[feature]))
        else:
            road = max(road, int(state.tile_count[feature]))
        pay(state, int(state.owners[feature]), int(state.worth[feature]))
        take_back(state, feature)
    if state.king_robber and city > int(state.king_size):
        state.king = state.turn_seat
        state.king_size = city
    if state.king_robber and road > int(state.robber_size):
        state.robber = state.turn_seat
        state.robber_size = road


@njit
def score_cloisters(rules: Any, state: Any) -> None:
    """Steps 2 and 4: pay completed cloisters and abbeys; tokens; the Cleric (5, 8.2, 8.3)."""
    cell = int(state.tile_cell[int(state.num_tiles) - 1])
    scored = 0
    for step in range(NUM_CELLS):
        tile = tile_on(state, neighbour(cell, AROUND_X[step], AROUND_Y[step]))
        if tile == EMPTY:
            continue
        cloister = feature_of(rules, state, tile, CLOISTER)
        if cloister == EMPTY or int(state.open[cloister]) > 0:
            continue
        owners = int(state.owners[cloister])
        pay(state, owners, int(state.worth[cloister]))
        take_back(state, cloister)
        give_token(state, owners)
        is_abbey = rules.is_abbey[state.tile_type[tile]] != 0
        if state.cleric_serf and (state.cleric_abbeys != 0 or not is_abbey):
            scored |= owners
            for seat in range(MAX_PLAYERS):
                state.cloisters[seat] = int(state.cloisters[seat]) + ((owners >> seat) & 1)
    if scored:
        move_cleric(state)


@njit
def give_token(state: Any, owners: int) -> None:
    """Give the active player a token for a cloister that it completed but did not score (8.3)."""
    seat = int(state.turn_seat)
    counts = owners != 0 or state.token_unoccupied != 0
    if state.cleric_serf and counts and not (owners >> seat) & 1 and int(state.token_supply) > 0:
        state.tokens[seat] = int(state.tokens[seat]) + 1
        state.token_supply = int(state.token_supply) - 1


@njit
def move_cleric(state: Any) -> None:
    """Give the Cleric to the first who scored a cloister, then to who has strictly most (8.2)."""
    players = int(state.num_players)
    most, leader, leaders = 0, EMPTY, 0
    for offset in range(players):
        seat = (int(state.turn_seat) + offset) % players
        count = int(state.cloisters[seat])
        if count > most:
            most, leader, leaders = count, seat, 0
        if count == most:
            leaders += 1
    if int(state.cleric) == EMPTY or leaders == 1:
        state.cleric = leader


@njit
def score_barn(state: Any, field: int) -> None:
    """Step 5: a barn pays the farmers of its field and sends them home; the Serf (7.2, 8.4)."""
    pay(state, majority(state, field), FARM_CITY * count_fed(state, field))
    removed = take_back(state, field)
    state.farmers = int(state.farmers) - removed
    if state.cleric_serf and state.serf_by_barns and removed > int(state.serf_record):
        state.serf = state.turn_seat
        state.serf_record = removed


@njit
def score_joined_farms(rules: Any, state: Any) -> None:
    """Step 6: farmers that the new tile joined to a barn get less and go home (7.2)."""
    tile = int(state.num_tiles) - 1
    first = int(state.tile_first[tile])
    for rank in range(int(rules.num_segments[state.tile_type[tile]])):
        field = int(state.label[first + rank])
        if int(state.segment_slot[field]) < FIELD or not is_lowest(state, tile, rank):
            continue
        crew = int(state.crew[field])
        if crew >> BARNS_AT and crew & ALL_MEN:
            pay(state, majority(state, field), JOINED_CITY * count_fed(state, field))
            state.farmers = int(state.farmers) - take_back(state, field)


@njit
def best_farm(rules: Any, state: Any, seat: int) -> int:
    """Return the most cities beside a farm on which a seat has most farmers, EMPTY without (8.5)."""
    best = EMPTY
    for tile in range(int(state.num_tiles)):
        slot = int(state.piece[tile])
        if slot < FIELD or slot >= FIELD + rules.touches.shape[1]:
            continue
        if int(state.piece_seat[tile]) != seat:
            continue
        field = feature_of(rules, state, tile, slot)
        if (majority(state, field) >> seat) & 1:
            if state.serf_all_cities:
                best = max(best, count_cities(rules, state, field))
            else:
                best = max(best, count_fed(state, field))
    return best


@njit
def move_serf(rules: Any, state: Any) -> None:
    """Give the Serf, once somebody has it, to who has the strictly larger farm (8.5)."""
    holder = int(state.serf)
    if holder == EMPTY or state.serf_by_barns:
        return
    players = int(state.num_players)
    most = max(best_farm(rules, state, holder), 0)
    for offset in range(players):
        seat = (int(state.turn_seat) + offset) % players
        farm = best_farm(rules, state, seat)
        if farm > most:
            most = farm
            state.serf = seat


@njit
def bonus_of(state: Any, seat: int) -> int:
    """Return a seat's points for bonus tiles if the game ended now (sections 6 and 8.7)."""
    points = 0
    if int(state.king) == seat:
        points += int(state.closed_cities)
    if int(state.robber) == seat:
        points += int(state.closed_roads)
    if int(state.cleric) == seat:
        points += CLERIC_POINTS + CLERIC_ABBEY * int(state.abbeys_played)
    if int(state.serf) == seat:
        points += SERF_FARMER * int(state.farmers) + SERF_BARN * int(state.barns_played)
    if has_most_tokens(state, seat):
        points += MOST_TOKENS
    return points


@njit
def has_most_tokens(state: Any, seat: int) -> bool:
    """Say whether a seat is paid for most tokens: of tied ones only the Cleric, if among them."""
    most = 0
    for other in range(int(state.num_players)):
        most = max(most, int(state.tokens[other]))
    if most == 0 or int(state.tokens[seat]) < most:
        return False
    cleric = int(state.cleric)
    if cleric == EMPTY:
        return True
    return seat == cleric or int(state.tokens[cleric]) < most


@njit
def final_score(state: Any, seat: int) -> int:
    """Return a seat's score if the game ended now (section 9)."""
    return int(state.score[seat]) + int(state.prospect[seat]) + bonus_of(state, seat)


@njit
def score_end(state: Any) -> None:
    """Pay what is left on the table and the bonus tiles (section 9)."""
    for seat in range(int(state.num_players)):
        state.score[seat] = final_score(state, seat)
