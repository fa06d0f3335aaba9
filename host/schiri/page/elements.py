"""The elements that pages are made of: plain HTML, each with what it says and what it is.

Decides how an element is written and changed.  Must not know what is shown with it.
"""

import json
from collections.abc import Callable, Sequence
from itertools import count

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

# What a button does.
Do = Callable[[], object]
VALUE = "(event) => emit(event.target.value)"
_ids = count()


class Tag(TextElement):
    """An element with text, which is never taken for markup.

    Shape: an underscore in the name of an attribute stands for a hyphen; what is None is left out.
    """

    def __init__(self, tag: str, text: str = "", classes: str = "", **attributes: object) -> None:
        super().__init__(tag=tag, text=text)
        self.classes(classes)
        self.put(**attributes)

    def put(self, **attributes: object) -> None:
        """Set attributes; nothing is sent where none is new."""
        put(self, **attributes)

    def say(self, text: str) -> None:
        """Show this text; an element that has none takes no room."""
        self.text = text
        put(self, hidden=None if text else True)


def put(element: ui.element, **attributes: object) -> None:
    """Set attributes of an element; nothing is sent where none is new."""
    for name, value in attributes.items():
        key = name.rstrip("_").replace("_", "-")
        if value is None:
            if key in element.props:
                del element.props[key]
        elif element.props.get(key) != value:
            element.props[key] = value


def lead_to(element: ui.element) -> None:
    """Bring an element into view; a line gets the focus."""
    element.client.run_javascript(f"schiriLeadTo({element.id})")


def drawn(svg: str, tag: str = "div", classes: str = "", **attributes: object) -> ui.html:
    """Return an element that shows a picture of ours, which needs no washing."""
    element = ui.html(svg, sanitize=False, tag=tag)
    element.classes(classes)
    put(element, **attributes)
    return element


# What is asked first stands on the element; where nothing does, it is done at once.
ASKING = """(event) => {
  const asked = event.currentTarget.dataset.ask;
  if (!asked || confirm(asked)) emit();
}"""


def asking(element: ui.element, event: str, do: Do, question: str | None = None) -> None:
    """Let an event of an element do something, once the question on it was answered with yes."""
    element.on(event, do, [], js_handler=ASKING)
    put(element, data_ask=question)


def button(text: str, do: Do, classes: str = "", **attributes: object) -> Tag:
    """Return a button."""
    element = Tag("button", text, classes, type="button", **attributes)
    element.on("click", do, [])
    return element


def line(label: str, value: str = "", **attributes: object) -> "Line":
    """Return a line to type on, with its label."""
    with Tag("label", classes="field"):
        name = Tag("span", label)
        typed = Line(value, **attributes)
    typed.label = name
    typed.wrong = Tag("p", classes="problem", hidden=True)
    return typed


class Line(ui.element):
    """A line to type on; ``value`` is what stands there, as far as the browser has told.

    Shape: `line` gives it a ``label``, and below it the place for what is ``wrong`` with it.
    """

    label: Tag
    wrong: Tag

    def __init__(self, value: str = "", **attributes: object) -> None:
        super().__init__("input")
        self.value = value
        put(self, type="text", autocomplete="off", spellcheck="false", **attributes)
        # As an attribute, which says what stands there at first: as a property Vue would set it
        # again whenever anything on the page is new, over what somebody is typing.
        self.props["^value"] = value
        self.on("input", self._hear, js_handler=VALUE)

    def _hear(self, event: GenericEventArguments) -> None:
        self.value = str(event.args)[:500]

    def refuse(self, text: str) -> None:
        """Say beside the line what is wrong with what stands there, and lead there; "" for nothing.

        Rule: whoever goes on typing is not led back by what they were told already.
        """
        if text == self.wrong.text:
            return
        self.wrong.say(text)
        described = f"c{self.wrong.id}" if text else None
        put(self, aria_invalid="true" if text else None, aria_describedby=described)
        if text:
            lead_to(self)

    def set(self, value: str) -> None:
        """Let another text stand there, unless somebody has typed more on it by now."""
        before, self.value = self.value, value
        said = f"schiriLine({self.id}, {json.dumps(before)}, {json.dumps(value)})"
        self.client.run_javascript(said)


class Choice(ui.element):
    """One of several; ``value`` is the one that is chosen.

    Shape: ``choices`` are pairs of value and words; ``changed`` is called with the new value.
    """

    def __init__(
        self,
        label: str,
        choices: Sequence[tuple[str, str]],
        value: str,
        changed: Callable[[str], object] | None = None,
    ) -> None:
        name = f"choice-{next(_ids)}"
        with Tag("label", classes="field"):
            Tag("span", label)
            super().__init__("select")
            put(self, name=name)
        self.value = value
        self._known = [each for each, _words in choices]
        self.changed = changed
        with self:
            for each, words in choices:
                Tag("option", words, value=each, selected=True if each == value else None)
        self.on("change", self._hear, js_handler=VALUE)

    def _hear(self, event: GenericEventArguments) -> None:
        if event.args in self._known:
            self.value = str(event.args)
            if self.changed:
                self.changed(self.value)
