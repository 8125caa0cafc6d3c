"""What an author can do about each reason for which a load or its staging stays in its loop. In: a reason; out: advice.

The reasons are those of `declined` and `stays` in `rules/`; a test holds the two together.
"""

from __future__ import annotations

SUGGESTIONS = {
    # the load and its loop
    "not_marked": "move the load in front of the loop by hand; only loads that PyPTO inserted itself are moved",
    "marked_false": "set the marker to True, or move the load in front of the loop by hand",
    "not_in_panel": "load into the memory in which operands of the matrix unit wait",
    "function_kind": "make the function InCore, or move the load in front of the loop by hand",
    "not_sequential": "use pl.range for the loop in which the load stands",
    "dynamic_bounds": "give the loop constant bounds, or move the load in front of it by hand",
    "step_not_positive": "let the loop count upwards",
    "no_iteration": "remove the loop, which never runs",
    "synchronises": "synchronise outside of the loop",
    "cross_core": "talk to the other core outside of the loop, or split the loop in two",
    "foreign_op": "take the op out of the loop",
    "unknown_op": "describe the op in a YAML file and pass it with --opspecs",
    "calls_a_function": "inline the function, or call it outside of the loop",
    "submits": "submit outside of the loop",
    "prefix_closed": "put the load at the top of the loop body",
    "conditional": "put the load directly into the loop body, in front of the branch",
    "scoped": "put the load directly into the loop body, or the scope around the loop",
    "varying_address": "compute offsets and shapes in front of the loop",
    "assigned_again": "give each assignment a name of its own",
    # what is read
    "source_not_parameter": "read the parameter itself",
    "source_writable": "declare the parameter as an input, and write another one",
    "source_distributed": "copy the distributed tensor into one of this device first",
    "no_call_site": "call the kernel from an orchestration function of this program that makes the tensor with pl.create_tensor",
    "external_storage": "copy the tensor into one that the calling orchestration makes with pl.create_tensor",
    "unknown_storage": "hand in a tensor from pl.create_tensor, or a slice, view or assembly of one",
    "shifting_carry": "let the loop of the caller go on with the tensor it started with",
    "storage_also_written": "hand in another tensor to be written than the one to be read",
    "unknown_write": "hand in a parameter or a tensor from pl.create_tensor to be written",
    "caller_not_root": "call the kernel directly from the orchestration in which the program is entered",
    "submitted": "call the kernel instead of submitting it",
    "written_here": "write another tensor than the one that is read",
    "unknown_write_here": "write into a parameter, or into something made of one",
    # what becomes of it
    "aliased": "use the tile under one name",
    "yielded": "do not carry the tile from one iteration to the next",
    "loop_init": "do not start an inner loop with the tile",
    "returned": "do not return the tile",
    "submit_operand": "do not hand the tile to a submit",
    "named_by_attribute": "remove the attribute that names the tile",
    "other_use": "give what is computed of the tile a name of its own",
    "unused": "remove the load",
    "dead_view": "remove the view that nobody uses",
    "dead_staging": "remove the copy that nobody uses",
    "other_reader": "let the other op read a load of its own",
    "no_result": "assign what is made of the tile to a variable",
    "view_elsewhere": "leave the view where its source is",
    "no_matmul_role": "let only products of the matrix unit read what is staged, and other ops a load of their own",
    "wrong_slot": "stage the tile for the operand as which it is used",
    # how much room there is
    "over_capacity": "make tiles of this memory smaller, or fewer",
    "footprint_overflow": "make tiles of this memory smaller",
    "unknown_size": "give every tile of this memory a constant shape",
    "replicated": "keep tiles of this memory out of pipelines",
    "reserved_buffer": "reserve the buffer in another function",
    "no_capacity": "choose a target that has this memory",
    "no_backend": "name the chip with --target",
    # staging
    "fanned_out": "nothing needs to be done: the load has left, and only what differs stays",
    "source_stays": "see why the load stays",
}
"""One line of advice for each reason."""
