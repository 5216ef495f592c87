"""Private networks: the page is offered, served and certified only for addresses in these networks.

This replaces Python's own `is_private`, whose networks differ between Python versions.
"""

from __future__ import annotations

import ipaddress

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7",  # RFC 1918, RFC 4193
        "169.254.0.0/16", "fe80::/10", "127.0.0.0/8", "::1/128",  # of one link, of one computer
        "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15",  # RFC 5737, RFC 2544: nobody on the internet
    )
)  # fmt: skip
SHARED = ipaddress.ip_network("100.64.0.0/10")  # among customers of a provider (RFC 6598)


def is_private(address: IpAddress) -> bool:
    """Return whether an address cannot belong to a stranger on the internet."""
    return any(address in network for network in NETWORKS)
