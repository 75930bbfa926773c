"""What is learnt before play: how the camera sees the table (`calibration`), and decks of one's own (`enrolment`)."""
