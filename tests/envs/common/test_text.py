"""What the printed views of games share."""

import pytest

from fiefdom.envs.common.text import actions_table, and_more, console, printed, victory


def test_a_page_keeps_what_is_printed_with_its_colours() -> None:
    page = console(20)
    page.print("[red]a road[/red]")
    page.print("word " * 5)
    assert printed(page) == "\x1b[31ma road\x1b[0m\nword word word word \nword \n"


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_actions_are_read_line_by_line(columns: int, number: int) -> None:
    texts = [f"{action} pass" for action in range(number)]
    page = console(60)
    page.print(actions_table(texts, columns, 60))
    title, *lines = printed(page).splitlines()
    assert "legal actions" in title
    assert [line.count("pass") for line in lines[:-1]] == [columns] * (len(lines) - 1)
    assert " ".join(" ".join(lines).split()) == " ".join(texts)


def test_what_is_not_shown_is_counted() -> None:
    assert and_more("abcd", 4) == list("abcd")
    assert and_more("abcd", 3) == ["a", "b", "and 2 more"]


def test_who_has_won() -> None:
    assert victory([2]) == "player_2 wins"
    assert victory([0, 3]) == "player_0 and player_3 share the victory"
