"""How each host talks to its hook: one file a host, found by its name.

A form has `event(data)`, which reads what the host said, and `answer(event, answer)`, which gives the text for standard output, the one for
standard error and the exit code. `EVENTS` are the names under which the hook is registered, with what each is matched by (`None` for nothing).
`IDENTITY` says whether the host tells which agent makes a call, `ASKS` whether it can be told to ask its user. `sample(tool, agent)` is a call
as it would tell of it. Facts stand at the top of each file, with source and date.
"""
