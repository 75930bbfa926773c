"""The trained networks that ship, and how they are opened. What each was trained on is in its model card beside it."""

import hashlib
from pathlib import Path

import onnxruntime


def folder() -> Path:
    """Where everything that was learnt lies."""
    return Path(__file__).parent


def model_path(name: str) -> Path:
    """File of a network: `finder`, or one that names cards: `identifier` those with French suits, `nations` all others."""
    return folder() / f"{name}.onnx"


def fingerprint(*names: str) -> str:
    """Tells one training of networks from another: what was learnt from one's features means nothing to the other."""
    return hashlib.sha256(b"".join(model_path(name).read_bytes() for name in names)).hexdigest()[:16]


def session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """The network, ready to run on so many threads of the processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
