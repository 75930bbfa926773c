"""The box on the table: cameras, buttons, lamp, the loop that turns sightings into commands, and the command line.

The only room that touches hardware and the only one that wires the others together. It may import `scoring` and
`vision`, and, from the command line alone, `web`.
"""
