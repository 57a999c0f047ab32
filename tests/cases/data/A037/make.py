# writes big.md: valid frontmatter, 300 KiB body
open("big.md", "w").write("---\nname: big\ndescription: d\n---\n\n" + "x" * 300 * 1024)
