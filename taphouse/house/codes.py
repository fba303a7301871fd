"""Table codes: four letters that can be read out across a room."""

from __future__ import annotations

from taphouse.core import Dice

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and O: they look like 1 and 0
LENGTH = 4

RUDE = (
    "ANAL ANUS ARSE ASS BAISE BITE BUTT CACA CHIE COCK COON CUL CUM CUNT DICK DYKE FAG FAP FUC FUK FUX"
    " GAY HELL HNTR JAP JEW JUDE KKK KUNT MERD MUFF NAZ NEGR NGR NTM PAKI PD PEDE PENE PIPE PISS POOP"
    " PUTE RACE RAPE SALE SEX SLUT SPAZ SS SUCE TARE TEUB TITS TURD TWAT VAGN WANK WTF XXX ZEB"
).split()


def new_code(dice: Dice) -> str:
    """A random code without rude words of English or French."""
    while True:
        code = "".join(dice.pick(LETTERS) for _ in range(LENGTH))
        if not any(word in code for word in RUDE):
            return code


def normalized(code: str) -> str:
    """The code a person meant by what they typed."""
    return "".join(code.upper().split())
