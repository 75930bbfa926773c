// Follows the table: every event of the stream fetches the part of the page that changes.
"use strict";

const page = document.body.dataset;
const board = document.getElementById("board");
const connection = document.getElementById("connection");
const message = document.getElementById("message");
const POLL = 5000;
const SILENCE = 2 * POLL;

let source = null;
let shown = "";
let isHeld = false;
let lastHeard = Date.now();

async function refresh() {
  const answer = await fetch(page.board, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  if (text !== shown && !isBusy()) {
    shown = text;
    const open = [...board.querySelectorAll("details")].map((part) => part.open);
    board.innerHTML = text;
    board.querySelectorAll("details").forEach((part, place) => { part.open = open[place] ?? false; });
  }
  heard();
}

// Nothing moves under a finger, nor while somebody fills in a form.
function isBusy() {
  return isHeld || (board.contains(document.activeElement) && document.activeElement.tagName !== "BUTTON");
}

function heard() {
  lastHeard = Date.now();
  connection.hidden = true;
}

function lost() {
  connection.hidden = Date.now() - lastHeard < SILENCE;
}

function follow() {
  source?.close();
  source = new EventSource(page.events);
  source.onmessage = () => refresh().catch(lost);
  source.addEventListener("alive", heard);
  source.onopen = heard;
}

async function act(event) {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  document.activeElement?.blur();
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: { "X-Live": "1" } });
    const text = await answer.text();
    message.textContent = text;
    message.hidden = answer.ok || !text;
    await refresh();
  } catch {
    lost();
  }
}

document.addEventListener("submit", act);
document.addEventListener("pointerdown", () => { isHeld = true; });
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => { isHeld = false; refresh().catch(lost); });
}
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => event.persisted && follow());
// A stream that was refused (all places taken) or broke: ask now and then, and try the stream again.
setInterval(() => {
  if (source.readyState !== EventSource.OPEN) {
    refresh().then(() => source.readyState === EventSource.CLOSED && follow(), lost);
  }
}, POLL);
follow();
