"""Words on the screen that are drawn only when they change, and laid out where their size may.

Decides nothing but that: laying a screen out costs more than all that a table says.
"""

from textual.visual import VisualType
from textual.widgets import Static


class QuietStatic(Static):
    """A text that may be told again and again."""

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show this, where it is not shown already.

        Shape: ``layout`` is False for what is as large as what was shown.
        """
        if content != self.content:
            super().update(content, layout=layout and self.styles.auto_dimensions)
