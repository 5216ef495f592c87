"""Scaling of text, distances and pictures with the window, since large screens are read from farther away."""

from __future__ import annotations

import tkinter as tk

from fourth_seat.ui.theme.theme import Theme

RESIZE_PAUSE_MS = 120  # without a change of size before everything is fitted to it
# In Tcl, because the layout that tkinter reads is mirrored for languages that run from right to left.
RESCALE = """
proc fourth_seat_scaled {values factor} { lmap value $values {expr {round($value * $factor)}} }
proc fourth_seat_rescale {parent factor} {
    foreach widget [winfo children $parent] {
        if {[winfo class $widget] in {Menu Toplevel}} continue
        set manager [winfo manager $widget]
        if {$manager in {pack grid}} {
            set info [$manager info $widget]
            foreach option {-padx -pady -ipadx -ipady} {
                $manager configure $widget $option [fourth_seat_scaled [dict get $info $option] $factor]
            }
        }
        if {![catch {$widget cget -padding} padding] && $padding ne ""} {
            $widget configure -padding [fourth_seat_scaled $padding $factor]
        }
        foreach kind {columnconfigure rowconfigure} count [grid size $widget] {
            for {set place 0} {$place < $count} {incr place} {
                if {[set least [grid $kind $widget $place -minsize]]} {
                    grid $kind $widget $place -minsize [fourth_seat_scaled $least $factor]
                }
            }
        }
        fourth_seat_rescale $widget $factor
    }
}
"""


class Growth:
    """Scales a theme and all existing widgets to the size of the window."""

    def __init__(self, root: tk.Tk, theme: Theme, width: int, height: int) -> None:
        """`width` and `height` are the initial size of the window, which is not displayed yet."""
        self._root, self._theme = root, theme
        self._timer = ""
        root.tk.eval(RESCALE)
        theme.fit(width, height, self._rescale)
        root.bind("<Configure>", self._resized, add="+")

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._root:
            self.close()
            self._timer = self._root.after(RESIZE_PAUSE_MS, self.fit)

    def fit(self) -> None:
        """Scale everything to the window's current size; the distances between widgets scale with the text."""
        self.close()
        self._theme.fit(self._root.winfo_width(), self._root.winfo_height(), self._rescale)

    def _rescale(self, factor: float) -> None:
        self._root.tk.eval(f"fourth_seat_rescale . {factor}")

    def close(self) -> None:
        """Cancel any pending change of size."""
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = ""
