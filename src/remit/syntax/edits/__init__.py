"""Edits of a front matter as it stands: each touches its own characters and keeps line ends, comments, order and quoting.

Every function takes the file's text and nodes of its tree and gives the edits, or `None` where the text does not let it be done for
certain. Nothing here decides whether an edit is wise: that is the rule's, and the proof's (`remit.fixing`).
"""
