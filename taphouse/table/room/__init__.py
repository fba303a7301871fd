"""The room: who sits where, who is the host, what is played. Pure: each function returns the new room."""

from .bots import BOT_NAMES, add_bot, check_removal, filled, set_bot
from .deals import DealOfTheDay, against_ghosts, deal_of_the_day, with_deal_of_the_day
from .decks import answer_offer, check_decks_allowed, offer_deck, take_decks, use_deck
from .host import ban, hand_over, pass_host
from .seats import rename, sit, stand, swap
from .setup import checked_options, choose, give_head_start, ready, take_large_targets
from .stages import back_to_lobby, over, start, to_the_podium
from .state import REMEMBERED, Deal, Ended, Member, Refusal, Room, RoomDeck
from .votes import elected, most_are_ready, vote

__all__ = [
    "BOT_NAMES",
    "REMEMBERED",
    "Deal",
    "DealOfTheDay",
    "Ended",
    "Member",
    "Refusal",
    "Room",
    "RoomDeck",
    "add_bot",
    "against_ghosts",
    "answer_offer",
    "back_to_lobby",
    "ban",
    "check_decks_allowed",
    "check_removal",
    "checked_options",
    "choose",
    "deal_of_the_day",
    "elected",
    "filled",
    "give_head_start",
    "hand_over",
    "most_are_ready",
    "offer_deck",
    "over",
    "pass_host",
    "ready",
    "rename",
    "set_bot",
    "sit",
    "stand",
    "start",
    "swap",
    "take_decks",
    "take_large_targets",
    "to_the_podium",
    "use_deck",
    "vote",
    "with_deal_of_the_day",
]
