"""What a person sees at a table at one moment, as a frozen value: words included, no drawing.

A view (terminal, page) draws a `Scene` and sends back the id of one of its controls; what somebody
may do is what their scene offers.  Must not know HTML, Textual, ports or logs.
"""
