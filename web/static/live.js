// Follows the table: every event of the stream fetches the part of the page that changes.
"use strict";

const main = document.getElementById("main");
const connection = document.getElementById("connection");
const message = document.getElementById("message");
const notice = document.getElementById("done");
const told = document.getElementById("told");
const isLive = "live" in main.dataset;
const POLL = 4000;
const SILENCE = 9000;
const NOTED = 4000;

let source = null;
let shown = "";
let isHeld = false;
let lastHeard = Date.now();
let isBehind = false;
let isWaiting = false;
let heldBack = 0;
let asked = 0;
let answered = 0;
let isSending = false;
let noted = 0;
let camera = main.querySelector("[data-camera]")?.dataset.camera ?? "";
const isTouched = new WeakSet();

async function refresh() {
  if (!isLive) return;
  const number = ++asked;
  const address = new URL(location.href);
  address.searchParams.set("part", "1");
  const answer = await fetch(address, { cache: "no-cache", signal: after(SILENCE) });
  if (!answer.ok) throw new Error(answer.statusText);
  take(number, await answer.text());
}

// The newest answer is shown, unless a later question was answered first.
function take(number, text) {
  heard();
  if (number < answered) return;
  answered = number;
  isBehind = false;
  isWaiting = isBusy() && text !== shown;
  if (text === shown || isWaiting) return;
  shown = text;
  show(text);
}

function show(text) {
  const kept = new Map([...main.querySelectorAll("input, select")].filter((field) => field.name && field.type !== "hidden").map((field) => [keyOf(field), field]));
  const open = new Map([...main.querySelectorAll("details")].map((part) => [nameOf(part), part.open]));
  const focused = main.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  main.innerHTML = text;
  for (const part of main.querySelectorAll("details")) part.open = open.get(nameOf(part)) ?? part.open;
  for (const field of main.querySelectorAll("input, select")) {
    const old = kept.get(keyOf(field));
    if (!old || field.type === "hidden" || !isTouched.has(old)) continue;
    if (["checkbox", "radio"].includes(field.type)) field.checked = old.checked;
    else field.value = old.value;
    isTouched.add(field);
  }
  if (focused) [...main.querySelectorAll("button, summary, a, input, select")].find((part) => keyOf(part) === focused)?.focus({ preventScroll: true });
  taps.settle();
  arrange();
  makeRoom();
  const sentence = main.querySelector("[data-told]")?.textContent.trim() ?? "";
  if (sentence && sentence !== told.textContent) {
    told.textContent = sentence;
    speak(sentence);
  }
}

// Aloud, where this phone was asked to and has a voice: the newest sentence, and none that is old by then.
function speak(sentence) {
  if (!("voice" in document.body.dataset) || !window.speechSynthesis) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(sentence), { lang: document.documentElement.lang }));
}

// The page can be scrolled until its end lies above what floats at the foot of the screen.
function makeRoom() {
  const afloat = [...main.querySelectorAll(".pad, .over")].filter((part) => getComputedStyle(part).position === "fixed");
  const top = Math.min(innerHeight, ...afloat.map((part) => part.getBoundingClientRect().top));
  document.body.style.paddingBottom = afloat.length ? `${innerHeight - top}px` : "";
}

// What a control does, so that the same one is found again in a newer page.
function keyOf(part) {
  const single = ["checkbox", "radio"].includes(part.type) || part.tagName === "BUTTON" ? part.value : "";
  return [part.tagName, part.id, part.form?.getAttribute("action"), part.name, single, part.getAttribute("href"), part.tagName === "SUMMARY" ? part.textContent : ""].join("|");
}

function nameOf(details) {
  return details.dataset.name ?? details.querySelector("summary").textContent;
}

// Nothing moves under a finger, nor while somebody fills in a form.
function isBusy() {
  const active = document.activeElement;
  return isHeld || (main.contains(active) && ["INPUT", "SELECT"].includes(active.tagName));
}

// What came while nothing might move is fetched once it may.
function catchUp() {
  setTimeout(() => isWaiting && refresh().catch(lost), 50);
}

function heard() {
  lastHeard = Date.now();
  connection.hidden = true;
}

function lost() {
  isBehind = true;
  connection.hidden = Date.now() - lastHeard < SILENCE;
}

// How far the log had come when this page was made; nothing where a page does not say.
function placeShown() {
  return Number(main.querySelector("[data-place]")?.dataset.place);
}

function follow() {
  source?.close();
  source = new EventSource(document.body.dataset.events);
  source.onmessage = (event) => {
    const place = Number(event.lastEventId);
    // What this phone does itself comes with the answer to its form.
    if (isSending) heldBack = place;
    else if (place !== placeShown()) refresh().catch(lost);
  };
  source.addEventListener("alive", (event) => {
    if (!isBehind) heard();
    const said = JSON.parse(event.data).camera;
    if (said === camera) return;
    camera = said;
    refresh().catch(lost);
  });
}

async function act(event) {
  const form = event.target;
  if (!doesSomething(form, event.submitter)) return;
  event.preventDefault();
  if (isSending) return taps.forget();
  isSending = true;
  const fields = new FormData(form);
  if (event.submitter.name) fields.append(event.submitter.name, event.submitter.value);
  try {
    const number = ++asked;
    const address = form.getAttribute("action");
    const whole = main.querySelector("[data-place]") ? `${address}?part=1${location.search.replace("?", "&")}` : address;
    const answer = await fetch(whole, { method: "POST", body: fields, headers: { "X-Live": "1" }, signal: after(SILENCE) });
    const said = await answer.text();
    const done = answer.headers.get("X-Done");
    say(answer.ok ? "" : said);
    if (answer.ok && (!isLive || "leave" in form.dataset)) location.href = fields.get("back") ?? "/";
    if (answer.ok) {
      for (const field of form.elements) isTouched.delete(field);
      if (["INPUT", "SELECT"].includes(document.activeElement?.tagName)) document.activeElement.blur();
    }
    const more = form.closest(".more");
    if (more) more.open = false;
    if (done !== null) take(number, said);
    if (answer.ok) note(done === null ? said : decodeURIComponent(done), address.endsWith("/undo") ? "redo" : "undo");
    if (done !== null && heldBack <= placeShown()) return;
  } catch {
    say(message.dataset.unsent);
  } finally {
    isSending = false;
  }
  await refresh().catch(lost);
}

function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

// What was done stands there for a moment, with its Undo where the page has one, or with Redo where that was an Undo.
function note(words, back) {
  navigator.vibrate?.(20);
  const button = notice.lastElementChild;
  notice.firstElementChild.textContent = words;
  button.textContent = notice.dataset[back];
  button.dataset.does = back;
  button.hidden = !words || !buttonOf(back);
  notice.classList.remove("going");
  notice.hidden = !words;
  clearTimeout(noted);
  // Whoever taps it too late taps nothing that lies below.
  noted = setTimeout(() => {
    notice.classList.add("going");
    noted = setTimeout(() => { notice.hidden = true; }, TWICE);
  }, NOTED);
}

function buttonOf(name) {
  return main.querySelector(`form[action$='/${name}'] button`);
}

// Older phones have no clock for requests: they wait as long as the network lets them.
function after(milliseconds) {
  return AbortSignal.timeout?.(milliseconds);
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

// Who sits where is drawn as a table. Names of who has played here lately sit down with a tap: in the place that was tapped
// last, else in the next free one; who sat there changes places, and a second tap lets the place go.
document.documentElement.classList.add("scripted");
const SIGNS = ["◆", "●", "▲", "■"];
let chosen = "";
let moreSeats = 0;

function arrange() {
  const around = main.querySelector(".around");
  if (!around) return;
  const seats = [...around.querySelectorAll("input[name=players]")];
  const taken = seats.filter((seat) => seat.value.trim()).map((seat) => seats.indexOf(seat) + 1);
  const count = Math.min(seats.length, Math.max(around.dataset.fewest, 4, moreSeats, ...taken));
  const isAsItComes = [...document.querySelectorAll("[name='option.teams'], [name='option.partners']")].every((choice) => choice.selectedOptions[0].defaultSelected);
  const sides = isAsItComes ? JSON.parse(around.dataset.sides)[Math.max(taken.length, Math.min(4, seats.length))] : null;
  around.className = `around n${count}`;
  main.querySelector(".more-seats").hidden = count >= seats.length;
  seats.forEach((seat, at) => {
    seat.closest(".place").hidden = at >= count;
    seat.closest(".place").querySelector(".side").textContent = sides && at < sides.length ? ` ${SIGNS[sides[at]]}` : "";
  });
}

document.addEventListener("focusin", (event) => { if (event.target.name === "players") chosen = event.target.id; });
for (const kind of ["input", "change"]) document.addEventListener(kind, arrange);
document.addEventListener("click", (event) => {
  if (event.target.closest?.(".more-seats")) {
    moreSeats = 1 + document.querySelectorAll(".place:not([hidden])").length;
    return arrange();
  }
  const name = event.target.closest?.(".known button")?.value;
  if (!name) return;
  const seats = [...document.querySelectorAll(".around input[name=players]")];
  const old = seats.find((seat) => seat.value === name);
  const seat = document.getElementById(chosen) ?? old ?? seats.find((one) => !one.value.trim());
  if (!seat) return;
  if (old) old.value = old === seat ? "" : seat.value;
  if (old !== seat) seat.value = name;
  chosen = "";
  for (const one of [old, seat]) one?.dispatchEvent(new Event("input", { bubbles: true }));
});
arrange();

// Tricks that are left belong to whoever has not been counted yet.
document.addEventListener("change", (event) => {
  if (!event.target.name?.startsWith("taken-")) return;
  const rows = [...event.target.form.querySelectorAll(".counts")].filter((row) => row.querySelector("[name^=taken-]"));
  const open = rows.filter((row) => !row.querySelector(":checked"));
  const counted = rows.reduce((sum, row) => sum + Number(row.querySelector(":checked")?.value ?? 0), 0);
  const rest = open.length === 1 && open[0].querySelector(`[value="${open[0].querySelectorAll("input").length - 1 - counted}"]`);
  if (!rest) return;
  rest.checked = true;
  isTouched.add(rest);
});

const button = document.getElementById("share");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => share().catch((error) => { if (error.name !== "AbortError") throw error; }));
}

makeRoom();
for (const kind of ["load", "resize"]) addEventListener(kind, makeRoom);
main.addEventListener("toggle", makeRoom, true);
document.addEventListener("click", (event) => {
  const more = main.querySelector(".more[open]");
  if (more && !more.contains(event.target)) more.open = false;
});
document.addEventListener("submit", act);
// It stays where it is, so that a second tap finds no link under it.
notice.lastElementChild.addEventListener("click", (event) => notice.classList.contains("going") || buttonOf(event.target.dataset.does)?.click());
// A page that cannot be fetched now would cost the one that is here.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("nav a, footer a, a.button");
  if (!link || (navigator.onLine && !(isLive && Date.now() - lastHeard >= SILENCE))) return;
  event.preventDefault();
  connection.hidden = false;
});
if (isLive) {
  document.addEventListener("input", (event) => isTouched.add(event.target));
  document.addEventListener("focusout", catchUp);
  setInterval(() => { if (Date.now() - lastHeard >= SILENCE) lost(); }, 1000);
  document.addEventListener("pointerdown", () => { isHeld = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => { isHeld = false; catchUp(); });
  }
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && follow());
  document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(lost));
  // A stream that was refused (all places taken) or broke, or news that did not come through: ask, and try the stream again.
  setInterval(() => {
    if (source.readyState !== EventSource.OPEN || isBehind) {
      refresh().then(() => source.readyState === EventSource.CLOSED && follow(), lost);
    }
  }, POLL);
  follow();
  if (main.dataset.every) setInterval(() => refresh().catch(lost), Number(main.dataset.every));
}
