"""Captions of the film's scenes, in each language."""

from __future__ import annotations

from collections.abc import Mapping

CAPTIONS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "en": {
        "start": (
            "A computer player for your own board game",
            "You play on the real board. This window shows what lies there.",
        ),
        "piece": ("{who} has placed a piece, and shows where", "by finger, mouse or keys – or a camera sees it"),
        "answer": ("The computer answers", "It shows, and says, where its own piece goes"),
        "lights": ("Lights under your board show it, too", "if you like: LEDs under the squares"),
        "done": ("Somebody makes its move on the board", "and presses Done. Then the next player has a turn."),
        "phone": ("Everybody’s phone can join in", "Scan a code: there is no app to install"),
        "ending": ("{who} has won!", "On levels 1 to 9 the computer plays as well as you like"),
        "page": ("And there is a page for the wall", "to print and keep"),
    },
    "de": {
        "start": (
            "Ein Computer, der an eurem Brett mitspielt",
            "Ihr spielt auf dem echten Brett. Das Fenster zeigt, was dort liegt.",
        ),
        "piece": ("{who} hat gelegt und zeigt, wohin", "mit Finger, Maus oder Tasten – oder eine Kamera sieht es"),
        "answer": ("Der Computer antwortet", "Er zeigt und sagt, wohin sein Stein kommt"),
        "lights": ("Lichter unter eurem Brett zeigen es auch", "wenn ihr mögt: LEDs unter den Feldern"),
        "done": ("Jemand macht seinen Zug auf dem Brett", "und drückt auf „Fertig“. Dann ist der Nächste dran."),
        "phone": ("Jedes Handy kann mitspielen", "Code scannen genügt, eine App braucht ihr nicht"),
        "ending": ("{who} hat gewonnen!", "Auf den Stufen 1 bis 9 spielt der Computer so gut, wie ihr wollt"),
        "page": ("Und es gibt eine Seite für die Wand", "zum Drucken und Aufheben"),
    },
    "he": {
        "start": ("שחקן מחשב ללוח המשחק שלכם", "אתם משחקים על הלוח האמיתי. החלון מראה מה מונח עליו."),
        "piece": ("הכלי של {who} מונח, ורואים היכן", "באצבע, בעכבר או במקשים – או שמצלמה רואה"),
        "answer": ("המחשב עונה", "הוא מראה ואומר היכן להניח את הכלי שלו"),
        "lights": ("גם אורות מתחת ללוח מראים זאת", "אם תרצו: נורות LED מתחת למשבצות"),
        "done": ("מישהו מבצע את המסע על הלוח", "ולוחץ על הכפתור. אחר כך תור השחקן הבא."),
        "phone": ("כל טלפון יכול להצטרף", "סורקים קוד, ואין צורך באפליקציה"),
        "ending": ("הניצחון של {who}!", "ברמות 1 עד 9 המחשב משחק טוב כרצונכם"),
        "page": ("ויש גם דף לקיר", "להדפסה ולמזכרת"),
    },
}
"""By language and scene: a headline, in which `who` is the person who acts there, and a line below it. A language without
captions of its own gets the English ones."""
