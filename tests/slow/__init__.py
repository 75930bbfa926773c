"""Tests on whole machines, with real systems and kernels: `make test-slow`. Minutes each, as root; systems are kept in build/."""
