"""Languages: sentences, names of cards and places, refusals."""

from bot.i18n.texts import LANGUAGES, N_, Texts, nearest, texts_in

__all__ = ["LANGUAGES", "N_", "Texts", "nearest", "texts_in"]
