"""Write the template of the catalogues, and update the catalogues from it.

New texts of the code get empty translations; unused ones are removed.
"""

from tests.tools.texts.template import LANGUAGES, needed, read_catalogue, texts_of, write_all

write_all()
for language in LANGUAGES:
    for message in needed(language, read_catalogue(language)):
        if "" in texts_of(message):
            print(language, message.context or "-", message.id)
