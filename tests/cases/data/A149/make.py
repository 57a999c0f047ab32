import os

os.makedirs("project/.claude/agents", exist_ok=True)
for i in range(60):
    open(f"project/.claude/agents/a{i:02}.md", "w").write(
        f'---\nname: a{i:02}\ndescription: "' + "word " * 260 + '"\n---\n\nB.\n'
    )
