"""Camera passwords, stored in the system's keyring by the optional package `keyring`."""

from __future__ import annotations

from types import ModuleType

SERVICE = "Fourth Seat"


def save_password(address: str, user: str, password: str) -> bool:
    """Save a user's password for an address in the keyring. Return whether that worked; if not, the password must be stored
    elsewhere.
    """
    keyring = _keyring()
    if keyring is None:
        return False
    try:
        keyring.set_password(_service(address), user, password)
        return bool(keyring.get_password(_service(address), user) == password)
    except Exception:  # backends raise any error; then the file takes the password
        return False


def load_password(address: str, user: str) -> str | None:
    """Load a user's password for an address, or None if the keyring has none or cannot be opened."""
    keyring = _keyring()
    try:
        found = keyring.get_password(_service(address), user) if keyring else None
    except Exception:  # as above: the camera then says that it wants a password
        return None
    return found if isinstance(found, str) else None


def _service(address: str) -> str:
    return f"{SERVICE}: {address}"


def _keyring() -> ModuleType | None:
    """Return the `keyring` package, or None if it is not installed or has found no system keyring."""
    try:
        import keyring

        return keyring if keyring.get_keyring().priority > 0 else None
    except Exception:  # it is not installed, or its search for a keyring failed
        return None
