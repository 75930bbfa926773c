"""System calls that fail, by strace: a disk that is full or dying."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.conftest import skip_tier


@contextmanager
def faults(pid: int, fault: str) -> Iterator[None]:
    """From here on calls of that process fail like that."""
    if shutil.which("strace") is None:
        skip_tier("strace", "strace is not installed")
    command = ["strace", "-f", "-p", str(pid), "-o", "/dev/null", "-e", f"inject={fault}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        try:
            said = tracer.stderr.readline()
            if "not permitted" in said:
                skip_tier("strace", "this system lets only root look into programs: sysctl kernel.yama.ptrace_scope")
            assert "attached" in said
            yield
        finally:
            tracer.terminate()
