"""Reads {"grammars":{name:text},"regexes":{name:text},"checks":[[name,text],...]}
from standard input and prints one verdict a check, 1 or 0. A name of a grammar is
parsed with Lark's Earley parser and its dynamic lexer, a name of a regular
expression with re.fullmatch."""

import json
import re
import sys

import lark

data = json.load(sys.stdin)
parsers = {name: lark.Lark(text, parser="earley", lexer="dynamic") for name, text in data["grammars"].items()}
regexes = {name: re.compile(text) for name, text in data["regexes"].items()}
print("Lark " + lark.__version__, file=sys.stderr)


def accepts(name, text):
    if name in regexes:
        return regexes[name].fullmatch(text) is not None
    try:
        parsers[name].parse(text)
    except lark.exceptions.LarkError:
        return False
    return True


for name, text in data["checks"]:
    print("1" if accepts(name, text) else "0")
