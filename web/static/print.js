// The sheet to print has a button where the browser can print.
"use strict";

const button = document.getElementById("print");
button.hidden = !window.print;
button.addEventListener("click", () => print());
