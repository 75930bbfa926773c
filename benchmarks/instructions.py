"""What a frame costs on a Pi, in instructions: `python -m benchmarks.instructions`.

The processors of a Pi 4 (Cortex-A72, which has no 8-bit dot product) and of a Pi 5 (Cortex-A76, which has) are emulated by
qemu-user; a plugin counts. The networks run as they ship, in 8 bits, and once more in 32: the same weights, with nothing rounded
between two layers. On Debian, with gcc, mmdebstrap, qemu-user and the `train` extra; Python, ONNX Runtime and OpenCV for the
emulated processor come from apt and pip, and stay under build/instructions. Some twenty minutes.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import numpy_helper

from benchmarks.peer import yolov8n
from benchmarks.vision import FRAME
from device.evening import Evening
from device.simulation import CARD_WIDTH
from vision.models import model_path
from vision.picture.finder import Finder
from vision.picture.reader import outline_of
from vision.picture.region import Region
from vision.scene.motion import Motion
from vision.scene.watcher import AROUND

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "instructions"
KINDS = ("all", "float", "integer", "dot")
"""What the plugin counts: every instruction; of these the multiply-adds of vectors: float, integer, four integers at a time."""

PROCESSORS = {
    "cortex-a72": ("0xd08", "fp asimd evtstrm crc32 cpuid"),
    "cortex-a76": ("0xd0b", "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp"),
}
"""Part number and features as Linux tells them on a Pi 4 and a Pi 5."""


def in_32_bits(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network with its 8-bit weights as they are meant, and no rounding between its layers."""
    graph = model.graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    maker = {name: node for node in graph.node for name in node.output}
    kept, weights, same = [], [], dict[str, str]()
    for node in graph.node:
        node.input[:] = [same.get(name, name) for name in node.input]
        if node.op_type == "DequantizeLinear" and node.input[0] in stored:
            weights.append(numpy_helper.from_array(_meant(*(stored[name] for name in node.input)), node.output[0]))
        elif node.op_type == "QuantizeLinear" and stored[node.input[2]] == 0 and maker[node.input[0]].op_type == "Conv":
            # Rounding to what cannot be negative has taken the place of rectifying.
            kept.append(onnx.helper.make_node("Relu", node.input[:1], node.output))
        elif node.op_type in ("QuantizeLinear", "DequantizeLinear"):
            same[node.output[0]] = node.input[0]
        else:
            kept.append(node)
    used = {name for node in kept for name in node.input}
    initializers = [each for each in (*graph.initializer, *weights) if each.name in used]
    outputs = {output.name for output in graph.output}
    assert not outputs & same.keys(), "an answer is rounded"
    made = onnx.helper.make_graph(kept, graph.name, graph.input, graph.output, initializers)
    float_model = onnx.helper.make_model(made, opset_imports=model.opset_import, ir_version=model.ir_version)
    onnx.helper.set_model_props(float_model, {prop.key: prop.value for prop in model.metadata_props})
    return float_model


def _meant(values: np.ndarray, scale: np.ndarray, zero: np.ndarray) -> np.ndarray:
    """Stored numbers times their scale; where there are several scales, one for each output."""
    shape = (-1, *[1] * (values.ndim - 1)) if scale.ndim else ()
    difference = values.astype(np.float32) - zero.astype(np.float32).reshape(shape)
    return np.asarray(difference * scale.reshape(shape), np.float32)


def made_once(name: str, *command: object) -> Path:
    """The folder of that name, which the command makes; its last word is where."""
    folder = WORK / name
    if not folder.exists():
        draft = WORK / f"{name}.part"
        shutil.rmtree(draft, ignore_errors=True)
        subprocess.run([*map(str, command), str(draft)], check=True)
        draft.rename(folder)
    return folder


def system() -> Path:
    """Python for the emulated processor: unpacked and never started, so that nothing of it needs an emulator here."""
    options = ["--quiet", "--variant=extract", "--architectures=arm64", '--aptopt=Acquire::Check-Valid-Until "false"']
    return made_once("system", "mmdebstrap", *options, "--include=python3,libstdc++6", "bookworm")


def libraries() -> Path:
    """What the networks run with."""
    platforms = [f"--platform={name}_aarch64" for name in ("manylinux2014", "manylinux_2_27", "manylinux_2_28")]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--only-binary=:all:", "--python-version=3.11", *platforms]
    wanted = ["-c", ROOT / "constraints.txt", "numpy", "opencv-python-headless", "onnxruntime"]
    return made_once("libraries", *pip, *wanted, "--target")


def write_scene(path: Path) -> None:
    """The frame that `benchmarks.vision` times: a pile that has come onto a bare table."""
    pictures = [frame.picture for frame in Evening(3, 1, (), hands=1).frames()]
    bare, frame = (cv2.resize(pictures[place], FRAME).astype(np.uint8) for place in (0, len(pictures) * 3 // 4))
    width, motion = CARD_WIDTH * FRAME[0] / pictures[0].shape[1], Motion()
    motion.look(bare)
    motion.look(frame)
    changed = motion.changed_box()
    assert changed is not None
    region = Region.around([changed], AROUND * width, frame)
    outlines = [outline_of(card) for card in Finder().find(frame, width, region)]
    np.savez(
        path,
        frame=frame,
        width=width,
        region=[region.left, region.top, region.right, region.bottom],
        quads=[each.quad for each in outlines],
        other_ends=[each.other_end for each in outlines],
    )


def write_programs() -> dict[str, Path]:
    """What is imported, once with each kind of networks."""
    programs = {}
    for name in ("8 bits", "32 bits"):
        programs[name] = WORK / name
        shutil.rmtree(programs[name], ignore_errors=True)
        for package in ("vision", "benchmarks"):
            shutil.copytree(ROOT / package, programs[name] / package)
    for network in ("finder", "identifier", "nations"):
        onnx.save(in_32_bits(onnx.load(model_path(network))), programs["32 bits"] / "vision" / "models" / f"{network}.onnx")
    return programs


def counted(processor: str, program: Path, peer: str) -> Iterator[tuple[str, list[int]]]:
    """Each work with its counts."""
    part, features = PROCESSORS[processor]
    # qemu-user looks for files in the system's folder first: this is what the emulated processor is told of itself.
    place = system() / "proc"
    place.mkdir(exist_ok=True)
    core = f"BogoMIPS\t: 108.00\nFeatures\t: {features}\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: {part}\n\n"
    (place / "cpuinfo").write_text("".join(f"processor\t: {number}\n{core}" for number in range(4)))
    log = WORK / "counts"
    emulator = ["qemu-aarch64", "-cpu", processor, "-L", system(), "-plugin", WORK / "count.so", "-d", "plugin", "-D", log]
    python = [system() / "usr" / "bin" / "python3.11", "-m", "benchmarks.instructions_inside", WORK / "scene.npz", peer]
    paths = {"PYTHONPATH": f"{program}:{libraries()}", "HOME": str(WORK), "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(
        [*map(str, emulator), *map(str, python)],
        check=True,
        env={"PATH": os.environ["PATH"], **paths},
        stdout=subprocess.PIPE,
        text=True,
        cwd=WORK,
    )
    marks = np.array([line.split() for line in log.read_text().splitlines()], np.int64)
    return zip(run.stdout.splitlines(), (marks[1::2] - marks[::2]).tolist(), strict=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("processors", nargs="*", default=list(PROCESSORS), help=f"of {', '.join(PROCESSORS)}")
    options = parser.parse_args(arguments)
    WORK.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).with_suffix(".c")
    subprocess.run(["gcc", "-std=c17", "-O2", "-shared", "-fPIC", "-o", WORK / "count.so", source], check=True)
    write_scene(WORK / "scene.npz")
    onnx.save(yolov8n(), WORK / "peer.onnx")
    print(f"millions of instructions{'':30s}" + "".join(f"{kind:>10s}" for kind in KINDS))
    for processor in options.processors:
        for name, program in write_programs().items():
            peer = str(WORK / "peer.onnx") if name == "32 bits" else ""
            for work, counts in counted(processor, program, peer):
                print(f"{processor:12s}{name:9s}{work:33s}" + "".join(f"{count / 1e6:10.1f}" for count in counts), flush=True)


if __name__ == "__main__":
    main()
