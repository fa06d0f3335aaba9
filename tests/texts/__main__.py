"""Write the template of the catalogues, and bring the catalogues up to it.

What the code says anew has empty words then; what it no longer says is gone.
"""

from tests.texts.template import LANGUAGES, needed, read_catalogue, texts_of, write_all

write_all()
for language in LANGUAGES:
    for message in needed(language, read_catalogue(language)):
        if "" in texts_of(message):
            print(language, message.context or "-", message.id)
