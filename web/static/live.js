// Follows the table: every event of the stream fetches the part of the page that changes.
"use strict";

const page = document.body.dataset;
const board = document.getElementById("board");
const connection = document.getElementById("connection");
const message = document.getElementById("message");
const SILENCE = 25000;
const POLL = 5000;

let source = null;
let lastHeard = Date.now();

async function refresh() {
  const answer = await fetch(page.board, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  const open = board.querySelector("details")?.open;
  board.innerHTML = await answer.text();
  if (open) board.querySelector("details")?.setAttribute("open", "");
  heard();
}

function heard() {
  lastHeard = Date.now();
  connection.hidden = true;
}

function lost() {
  connection.hidden = false;
}

function follow() {
  source?.close();
  source = new EventSource(page.events);
  source.onmessage = () => refresh().catch(lost);
  source.addEventListener("alive", heard);
  source.onopen = heard;
  source.onerror = lost;
}

async function act(event) {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
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
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => event.persisted && follow());
// A stream that was refused (all places taken) or went silent: ask now and then, and try the stream again.
setInterval(() => {
  if (source.readyState === EventSource.CLOSED || Date.now() - lastHeard > SILENCE) {
    refresh().then(follow, lost);
  }
}, POLL);
follow();
