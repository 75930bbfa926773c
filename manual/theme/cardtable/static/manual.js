// The search says what was asked, and a list of sentences is looked through as one types.
"use strict";

const asked = new URLSearchParams(location.search).get("q");
const box = document.querySelector("header input");
if (asked && box) box.value = asked;
if (asked) document.querySelector(".hint")?.remove();

const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const ask = document.querySelector(".ask");
if (ask) {
  const label = document.createElement("label");
  const field = document.createElement("input");
  const rows = [...document.querySelectorAll(".said li")].map((row) => [row, wordsOf(row.textContent)]);
  const groups = [...document.querySelectorAll("section:has(> .said)")];
  field.type = "search";
  label.append(ask.textContent, field);
  ask.replaceChildren(label);
  field.addEventListener("input", () => {
    // What was put into a sentence is not in the index: a row is shown that has most of what was typed.
    const typed = wordsOf(field.value);
    const found = rows.map(([row, words]) => [row, typed.filter((part) => words.some((word) => word.startsWith(part))).length]);
    const most = Math.max(0, ...found.map(([, count]) => count));
    for (const [row, count] of found) row.hidden = typed.length > 0 && (most === 0 || count < most);
    for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
  });
}
