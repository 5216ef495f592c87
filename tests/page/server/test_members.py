"""Links with which a member continues elsewhere: each is valid once, only the newest one is valid, and none is valid for
anybody who has left.
"""

from __future__ import annotations

from fourth_seat.page.server.members import HANDOVER_S, Members, hash_of


class Clock:
    """A clock that tests set."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_link_leads_on_once_and_only_the_newest() -> None:
    clock = Clock()
    members = Members([], clock)
    members.invite(hash_of("token"), (2,), "Anna", 10)
    joined = members.join("token", "en")
    assert joined and joined[0].seats == (2,)
    member, cookie = joined
    older, newest = members.hand_over(member), members.hand_over(member)
    assert members.join(older, "en") is None
    again = members.join(newest, "en")
    assert again and again[0] is member and again[1] != cookie and members.of_cookie(cookie) is None
    assert members.of_cookie(again[1]) is member and members.join(newest, "en") is None
    late = members.hand_over(member)
    clock.now += HANDOVER_S + 1
    assert members.join(late, "en") is None


def test_a_link_leads_nowhere_once_its_member_has_gone() -> None:
    members = Members([], Clock())
    members.invite(hash_of("token"), (), "", 10)
    joined = members.join("token", "en")
    assert joined
    link = members.hand_over(joined[0])
    del members.by_id[joined[0].id]
    assert members.join(link, "en") is None
