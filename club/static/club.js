// What moves by itself on a club's pages: clocks count down, and what does not fit beside the tables comes by turns.
"use strict";

const EACH = 9000; // long enough to find one's own name among twelve

const ends = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!ends.has(clock)) ends.set(clock, performance.now() + 1000 * Number(clock.dataset.left));
    const left = Math.max(0, Math.round((ends.get(clock) - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("soon", left < 120);
  }
}

// By the time of day, so that a page that comes anew shows the same leaf again.
function turn() {
  const leaves = [...document.querySelectorAll("[data-leaf]")];
  const shown = Math.floor(Date.now() / EACH) % Math.max(1, leaves.length);
  leaves.forEach((leaf, at) => leaf.classList.toggle("later", at !== shown));
}

function move() {
  tick();
  turn();
}

// A long list of names is searched as one types.
document.addEventListener("input", (event) => {
  const wanted = event.target.dataset.find;
  if (!wanted) return;
  const words = event.target.value.trim().toLocaleLowerCase();
  for (const item of document.querySelectorAll(wanted)) item.hidden = !item.textContent.toLocaleLowerCase().includes(words);
});

new MutationObserver((changes) => changes.some((change) => change.target.id === "main") && move()).observe(document.getElementById("main"), { childList: true });
setInterval(move, 500);
move();
