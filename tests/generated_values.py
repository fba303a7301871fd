"""Strategies for values that fit a type, or nearly fit it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

SMALL = 5
scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=40)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=SMALL) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)


def fitting(kind: Any) -> st.SearchStrategy[Any]:
    """Plain data that a decoder of `kind` accepts."""
    return _of(inspect.type_info(kind))


def _of(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.Metadata(inner):
            return _of(inner)
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            least = -100 if info.ge is None else info.ge
            most = 100 if info.le is None else info.le
            return st.integers(least, min(most, least + 20)) | st.integers(least, most)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType():
            return st.text(min_size=info.min_length or 0, max_size=min(info.max_length or 20, 40))
        case inspect.LiteralType(found):
            return st.sampled_from(found)
        case inspect.UnionType(types):
            return st.one_of(*map(_of, types))
        case inspect.DictType(key, value):
            return st.dictionaries(_of(key), _of(value), max_size=3)
        case inspect.VarTupleType() | inspect.ListType():
            return st.lists(_of(info.item_type), max_size=min(info.max_length or SMALL, SMALL))
        case inspect.TupleType(items):
            return st.tuples(*map(_of, items)).map(list)
        case inspect.StructType():
            fields = {f.encode_name: _of(f.type) for f in info.fields}
            tag = {} if info.tag_field is None else {info.tag_field: st.just(info.tag)}
            needed = {f.encode_name: fields.pop(f.encode_name) for f in info.fields if f.required}
            return st.fixed_dictionaries(tag | needed, optional=fields)
    return values


def messages(union: Any, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A value of one of a union's kinds; fields named in `fields` are drawn from these strategies."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Any:
        plain = draw(fitting(draw(st.sampled_from(get_args(union)))))
        plain |= {name: draw(fields[name]) for name in plain if name in fields}
        return msgspec.convert(plain, union)

    return drawn()


@st.composite
def mangled(draw: st.DrawFn, texts: st.SearchStrategy[bytes]) -> bytes:
    """A valid text after up to four random changes."""
    text = bytearray(draw(texts))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        match draw(st.integers(0, 3)):
            case 0:
                text[at:at] = draw(st.binary(max_size=8))
            case 1:
                del text[at : at + draw(st.integers(1, 9))]
            case 2:
                text[at : at + 1] = draw(
                    st.sampled_from([b"9" * 30, b'"', b"{", b"]", b"\\ud800", b"-", b"null"])
                )
            case 3:
                text[at:at] = bytes(text[: draw(st.integers(0, len(text)))])
    return bytes(text)
