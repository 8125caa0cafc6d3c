"""Whole programs grown at random from the op specs, and the laws that hold for each of them.

    scope       what a statement can refer to
    groups      the ops that can stand in a kernel
    calls       a call of any op, built from its spec alone
    fits        what the operands of an op can look like, from its requirements
    supplies    operands made to order
    blocks      statements: calls, aliases, loops, branches, scopes
    lanes       what surely runs on one core
    regions     split regions and their gates
    programs    functions of every kind, their callers, whole programs (Hypothesis strategies)
    mistakes    programs that are wrong in one known way
    laws        what must hold for each program
    search      looks for a program that breaks a law, and makes it small

Nothing here knows an op or a memory by name: an op that a YAML file adds is grown like any other. Hypothesis is needed, and is
imported only with these modules.
"""
