"""The option ``--lang``, the same on every command.

Decides that it is read before any other option, for those may fail in words.
"""

import click


def _set(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value:
        from schiri.texts import set_language

        set_language(value)


language_option = click.option(
    "--lang",
    type=click.Choice(["de", "en", "fr"]),
    callback=_set,
    expose_value=False,
    is_eager=True,
    help="Language of the prose; the user's locale unless given.",
)
