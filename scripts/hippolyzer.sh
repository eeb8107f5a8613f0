#!/usr/bin/env bash
# Compares hippolyzer and this library on new packets of every message of Second Life's template:
#
#   scripts/hippolyzer.sh [PACKETS [SEED]]     5 of each message; SEED repeats a run
#   scripts/hippolyzer.sh install              only installs hippolyzer
#
# hippolyzer writes a packet, `godot-var decode` reads it, `godot-var encode` writes it again, and hippolyzer reads the result. Every field
# and every byte must be the same. Needs Python and the package hippolyzer, which pip installs in an environment of its own. GODOT_VAR names
# an existing program to use.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target="${CARGO_TARGET_DIR:-target}"
python="$target/python/bin/python"
if ! "$python" -c "import hippolyzer" 2>/dev/null; then
    python3 -m venv "$target/python"
    if ! "$target/python/bin/pip" install --quiet --no-compile "hippolyzer==0.15.6"; then
        echo "skipped: pip does not install hippolyzer here" >&2
        exit 2
    fi
fi
if [ "${1:-}" = install ]; then exit; fi
if [ -z "${GODOT_VAR:-}" ]; then
    cargo build --quiet --package godot-var-cli
    GODOT_VAR="$target/debug/godot-var"
fi

GODOT_VAR="$GODOT_VAR" PACKETS="${1:-5}" SEED="${2:-$(date +%s)}" "$python" - <<'END'
import json
import os
import random
import struct
import subprocess

import hippolyzer
from hippolyzer.lib.base.datatypes import RawBytes
from hippolyzer.lib.base.message.message import Block, Message
from hippolyzer.lib.base.message.msgtypes import MsgBlockType, MsgType, PacketFlags
from hippolyzer.lib.base.message.template_dict import DEFAULT_TEMPLATE_DICT
from hippolyzer.lib.base.message.udpdeserializer import UDPMessageDeserializer
from hippolyzer.lib.base.message.udpserializer import UDPMessageSerializer
from hippolyzer.lib.base.settings import Settings

seed = int(os.environ["SEED"])
print(f"seed {seed}")
chance = random.Random(seed)
template = os.path.join(hippolyzer.__path__[0], "lib/base/message/data/message_template.msg")
settings = Settings()
settings.ENABLE_DEFERRED_PACKET_PARSING = False
reader, writer = UDPMessageDeserializer(settings), UDPMessageSerializer()

FLOATS = {
    MsgType.MVT_F32: "<f", MsgType.MVT_F64: "<d", MsgType.MVT_LLVector3: "<3f",
    MsgType.MVT_LLVector3d: "<3d", MsgType.MVT_LLVector4: "<4f", MsgType.MVT_LLQuaternion: "<3f",
}


def some_bytes(count):
    """Half of them zeros, for zero-coding."""
    return bytes(chance.choice((0, chance.randrange(256))) for _ in range(count))


def value(field):
    if field.type in FLOATS:
        # Exact in 32 bits. The components of a rotation are below 1.
        parts = FLOATS[field.type]
        count = int(parts[1]) if len(parts) == 3 else 1
        return struct.pack(parts, *(chance.randrange(-64, 64) / 128 for _ in range(count)))
    if field.type == MsgType.MVT_BOOL:
        return bytes([chance.randrange(2)])
    if field.type == MsgType.MVT_VARIABLE:
        data = some_bytes(chance.choice((0, 1, 5, 40)))
        return len(data).to_bytes(field.size, "little") + data
    return some_bytes(field.size if field.type == MsgType.MVT_FIXED else field.type.size)


def packet(shape, sequence):
    message = Message(shape.name)
    message.packet_id = sequence
    for block in shape.blocks:
        message.create_block_list(block.name)
        count = {MsgBlockType.MBT_SINGLE: 1, MsgBlockType.MBT_MULTIPLE: block.number}.get(
            block.block_type, chance.randrange(4))
        for _ in range(count):
            fields = {field.name: RawBytes(value(field)) for field in block.variables}
            message.add_block(Block(block.name, **fields))
    flags = chance.choice((0, PacketFlags.RELIABLE, PacketFlags.RESENT))
    message.send_flags = PacketFlags(flags | chance.choice((0, PacketFlags.ZEROCODED)))
    if chance.random() < 0.3:
        message.send_flags |= PacketFlags.ACK
        message.acks = tuple(chance.randrange(1 << 32) for _ in range(chance.randrange(1, 5)))
    if chance.random() < 0.2:
        message.extra = some_bytes(3)
    return writer.serialize(message)


def command(name, lines):
    run = subprocess.run(
        [os.environ["GODOT_VAR"], name, "--wire", "lludp", "--template", template],
        input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=False)
    answers = run.stdout.splitlines()
    assert len(answers) == len(lines), f"{name}: {len(answers)} answers to {len(lines)} lines"
    return answers


def same(kind, theirs, ours):
    if kind in (MsgType.MVT_FIXED, MsgType.MVT_VARIABLE):
        if isinstance(theirs, str):
            # hippolyzer shows texts without their NULs.
            return bytes.fromhex(ours).rstrip(b"\0") == theirs.encode()
        return bytes.fromhex(ours) == bytes(theirs)
    if isinstance(ours, dict):
        # A rotation is sent without its fourth component.
        return list(theirs)[:3] == [ours[axis] for axis in "xyz"] and (
            len(ours) == 3 or theirs[3] == ours["w"])
    return str(theirs) == ours if isinstance(ours, str) else theirs == ours


packets = []
for shape in DEFAULT_TEMPLATE_DICT.template_list:
    for _ in range(int(os.environ["PACKETS"])):
        packets.append(packet(shape, len(packets)))
decoded = command("decode", [data.hex() for data in packets])
forms = [json.loads(line) for line in decoded]
refused = [(data.hex(), form) for data, form in zip(packets, forms) if "value" not in form]
assert not refused, refused[:3]
encoded = command("encode", [json.dumps(form["value"]) for form in forms])

fields, zerocoded, wrong = 0, 0, []
for data, form, line in zip(packets, forms, encoded):
    form = form["value"]
    ours = bytes.fromhex(line)
    if ours != data:
        wrong.append(f"{form['message']}: {data.hex()} became {ours.hex()}")
        continue
    theirs = reader.deserialize(ours)
    zerocoded += form["zerocoded"]
    assert (theirs.name, theirs.packet_id) == (form["message"], form["sequence"])
    # hippolyzer counts acks from the end.
    assert sorted(theirs.acks) == sorted(form["acks"])
    assert bytes(theirs.extra) == bytes.fromhex(form["extra_hex"])
    assert list(theirs.blocks) == list(form["fields"]), form["message"]
    shape = DEFAULT_TEMPLATE_DICT.get_template_by_name(form["message"])
    for name, rows in form["fields"].items():
        kinds = {field.name: field.type for field in shape.block_map[name].variables}
        assert len(theirs.blocks[name]) == len(rows)
        for block, row in zip(theirs.blocks[name], rows):
            assert list(block.vars) == list(row)
            for field, our in row.items():
                their = block.vars[field]
                fields += 1
                if not same(kinds[field], their, our):
                    wrong.append(f"{form['message']}.{name}.{field}: {their!r}, {our!r}")
print(f"{len(packets)} packets, {zerocoded} zero-coded, {fields} fields, {len(wrong)} wrong")
for text in wrong[:20]:
    print(text)
raise SystemExit(bool(wrong))
END
