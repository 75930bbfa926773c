// A second tap in the same place was meant for what stood there before: it does nothing. Runs before anything can be tapped.
"use strict";

const TWICE = 1200; // milliseconds within which a tap is a second one
const THUMB = 24;

const taps = {
  last: remembered(),
  finger: { x: -1, y: -1 },

  remember(part) {
    this.last = { ...(liesOn(part, this.finger) ? this.finger : middleOf(part)), at: Date.now() };
    try { sessionStorage.setItem("tapped", JSON.stringify(this.last)); } catch { /* a browser that keeps nothing forgets it with the page */ }
  },

  forget() {
    this.last.at = 0;
    for (const button of document.querySelectorAll("#main button[aria-disabled]")) button.removeAttribute("aria-disabled");
  },

  isFresh() {
    return Date.now() - this.last.at < TWICE;
  },

  // What has just come to where a finger was rests for a moment.
  settle() {
    const button = document.elementFromPoint(this.last.x, this.last.y)?.closest("#main button");
    if (!button || !this.isFresh()) return;
    button.setAttribute("aria-disabled", "true");
    setTimeout(() => button.removeAttribute("aria-disabled"), this.last.at + TWICE - Date.now());
  },
};

// Where the last form was sent from, and when; kept, as the next page may have another button there.
function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("tapped")) ?? { x: 0, y: 0, at: 0 };
  } catch {
    return { x: 0, y: 0, at: 0 };
  }
}

function middleOf(part) {
  const box = part.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function liesOn(part, { x, y }) {
  const box = part.getBoundingClientRect();
  return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
}

// Older phones cannot tell which button sent a form: they send it themselves.
function doesSomething(form, button) {
  return button && form.getAttribute("method") === "post" && form.getAttribute("action")?.startsWith("/do/");
}

document.addEventListener("pointerdown", (event) => {
  taps.finger = { x: event.clientX, y: event.clientY };
  // Who has tapped somewhere else meanwhile means this one.
  if (Math.hypot(event.clientX - taps.last.x, event.clientY - taps.last.y) > THUMB) taps.forget();
}, true);
document.addEventListener("input", () => taps.forget());
document.addEventListener("submit", (event) => {
  if (!doesSomething(event.target, event.submitter)) return;
  if (!taps.isFresh() || !liesOn(event.submitter, taps.last)) return taps.remember(event.submitter);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("click", (event) => {
  const isAgain = taps.isFresh() && Math.hypot(event.clientX - taps.last.x, event.clientY - taps.last.y) < THUMB;
  if (isAgain && event.target.closest?.("a, summary")) event.preventDefault();
});
document.addEventListener("DOMContentLoaded", () => taps.settle());
