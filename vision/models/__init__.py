"""The trained networks that ship, and how they are opened. What each was trained on is in its model card beside it."""

import hashlib
from pathlib import Path

import onnxruntime


def model_path(name: str) -> Path:
    """File of a network: `finder` or `identifier`."""
    return Path(__file__).parent / f"{name}.onnx"


def fingerprint(name: str) -> str:
    """Tells one training of a network from another: what was learnt from one's features means nothing to the other."""
    return hashlib.sha256(model_path(name).read_bytes()).hexdigest()[:16]


def session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """The network, ready to run on so many threads of the processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
