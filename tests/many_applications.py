"""Hundreds of tests make an application each: what each would compile anew is compiled once a process."""

from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule


class Compiled(BytecodeCache):
    """The compiled templates of one process, by name and source."""

    def __init__(self):
        self._code = {}

    def load_bytecode(self, bucket):
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self._code[bucket.key, bucket.checksum] = bucket.code


def compile_once():
    """Templates and the builders of addresses, for every application that this process makes from now on."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
    Rule._compile_builder = _remembered(Rule._compile_builder)


def _remembered(build):
    made = {}

    def builder(rule, append_unknown=True):
        # All that a builder is made of; the rule itself is bound to it afterwards.
        key = (tuple(rule._trace), repr(rule.defaults), append_unknown)
        if key not in made:
            made[key] = build(rule, append_unknown)
        return made[key]

    return builder
