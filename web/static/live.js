// Follows the table: every event of the stream fetches the part of the page that changes.
"use strict";

const main = document.getElementById("main");
const connection = document.getElementById("connection");
const message = document.getElementById("message");
const told = document.getElementById("told");
const isLive = "live" in main.dataset;
const POLL = 4000;
const SILENCE = 9000;

let source = null;
let shown = "";
let isHeld = false;
let lastHeard = Date.now();

async function refresh() {
  if (!isLive) return;
  const address = new URL(location.href);
  address.searchParams.set("part", "1");
  const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(SILENCE) });
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  heard();
  if (text === shown || isBusy()) return;
  shown = text;
  show(text);
}

function show(text) {
  const open = new Map([...main.querySelectorAll("details")].map((part) => [nameOf(part), part.open]));
  const focused = [...main.querySelectorAll("button, summary, a")].indexOf(document.activeElement);
  main.innerHTML = text;
  for (const part of main.querySelectorAll("details")) part.open = open.get(nameOf(part)) ?? part.open;
  if (focused >= 0) [...main.querySelectorAll("button, summary, a")][focused]?.focus({ preventScroll: true });
  const sentence = main.querySelector("[data-told]")?.textContent ?? "";
  if (sentence && sentence !== told.textContent) told.textContent = sentence;
}

function nameOf(details) {
  return details.querySelector("summary").textContent;
}

// Nothing moves under a finger, nor while somebody fills in a form.
function isBusy() {
  const active = document.activeElement;
  return isHeld || (main.contains(active) && ["INPUT", "SELECT"].includes(active.tagName));
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
  source = new EventSource(document.body.dataset.events);
  source.onmessage = () => refresh().catch(lost);
  source.addEventListener("alive", heard);
  source.onopen = heard;
}

async function act(event) {
  const form = event.target;
  if (!isLive || form.method !== "post" || !new URL(form.action).pathname.startsWith("/do/")) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: { "X-Live": "1" } });
    const text = await answer.text();
    message.textContent = text;
    message.hidden = answer.ok || !text;
    if (answer.ok && ["INPUT", "SELECT"].includes(document.activeElement?.tagName)) document.activeElement.blur();
    await refresh();
  } catch {
    message.hidden = true;
    lost();
  }
}

// The result as a picture: the drawing, painted, so that every messenger takes it.
async function share() {
  const drawing = document.getElementById("result");
  const canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
  canvas.getContext("2d").drawImage(drawing, 0, 0, 1080, 1080);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([picture], "cardtable.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(picture), download: file.name });
  link.click();
  URL.revokeObjectURL(link.href);
}

const button = document.getElementById("share");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => share().catch((error) => { if (error.name !== "AbortError") throw error; }));
}

if (isLive) {
  document.addEventListener("submit", act);
  document.addEventListener("pointerdown", () => { isHeld = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => { isHeld = false; setTimeout(() => refresh().catch(lost), 50); });
  }
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && follow());
  document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(lost));
  // A stream that was refused (all places taken) or broke: ask now and then, and try the stream again.
  setInterval(() => {
    if (source.readyState !== EventSource.OPEN || Date.now() - lastHeard > SILENCE + POLL) {
      refresh().then(() => source.readyState === EventSource.CLOSED && follow(), lost);
    }
  }, POLL);
  follow();
  if (main.dataset.every) setInterval(() => refresh().catch(lost), Number(main.dataset.every));
}
