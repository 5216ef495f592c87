"""Kalah: seeds counted pit by pit."""
