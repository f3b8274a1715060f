"""Buttons: what each key of a board says and what a press on it means."""

from bot.layouts.boards import board_keys, in_core_rows, is_on_table, keys, press
from bot.layouts.controls import Controls, back_key, menu_keys
from bot.layouts.keys import Ask, Key, KeyRows, Play, Pressed, Refused
from bot.layouts.layout import BoardKeys

__all__ = [
    "Ask",
    "BoardKeys",
    "Controls",
    "Key",
    "KeyRows",
    "Play",
    "Pressed",
    "Refused",
    "back_key",
    "board_keys",
    "in_core_rows",
    "is_on_table",
    "keys",
    "menu_keys",
    "press",
]
