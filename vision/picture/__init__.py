"""Reading one picture: where the cards are (`finder`, `outlines`), which they are (`identifier`), and both (`reader`)."""
