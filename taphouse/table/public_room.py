"""The room as all may see it, live or in a film."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from taphouse.core import MS

from . import wire
from .connection import LineQuality
from .room import Member, Room


def public_room(
    room: Room,
    paused: wire.Standstill | None = None,
    here: Collection[int] = (),
    played_by_bot: Collection[int] = (),
    lines: Mapping[int, LineQuality | None] = {},
    watchers: int = 0,
    big_screen: bool = False,
    elected: str | None = None,
    may_go_on_without_host: bool = False,
    ending: bool = False,
    suggested: Mapping[int, int] = {},
) -> wire.Room:
    """`here`, `played_by_bot`, `lines` and `suggested` name players by their ids.

    `ending`: the board is still shown."""

    def players(members: Sequence[Member]) -> tuple[wire.Player, ...]:
        return tuple(
            wire.Player(
                id=member.id,
                name=member.name,
                sign=member.sign,
                bot=member.bot,
                ghost=member.ghost is not None,
                here=member.bot is not None or member.id in here,
                played_by_bot=member.id in played_by_bot,
                ready=member.ready,
                head_start=member.head_start,
                suggested_head_start=suggested.get(member.id),
                large_targets=member.large_targets,
                vote=member.vote,
                rating=line.rating if (line := lines.get(member.id)) else None,
                rtt=round(line.rtt / MS) if line else None,
            )
            for member in members
        )

    return wire.Room(
        code=room.code,
        game=room.game,
        options=room.options,
        fairness=room.fairness,
        time_scale=room.time_scale,
        stage="playing" if ending else room.stage,
        paused=paused,
        host=room.host,
        lesson=room.lesson,
        players=players(room.members),
        bench=players(room.bench),
        watchers=watchers,
        big_screen=big_screen,
        locked=room.locked,
        elected=elected,
        may_go_on_without_host=may_go_on_without_host,
        taught=room.taught,
        match=room.match,
        big_screen_sound=room.big_screen_sound,
        announcer=room.announcer,
        deck=room.deck.summary if room.deck else None,
        offers=tuple(
            wire.DeckOffer(player, deck.summary) for player, deck in room.offers.items() if room.knows(player)
        ),
        takes_decks=room.takes_decks,
        is_dealt=room.deal is not None,
        day=room.deal.day if room.deal else None,
    )
