"""The whole program on a small machine, such as a Raspberry Pi: how much memory it takes, how long its moves take."""
