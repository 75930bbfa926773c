// Finds a game among all: by words of its title, its country or its sentence, each typed as far as one likes.
"use strict";

const field = document.getElementById("find");
const found = document.getElementById("found");
const homes = [...document.querySelectorAll(".home")];

const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const hasAll = (text, asked) => asked.every((part) => wordsOf(text).some((word) => word.startsWith(part)));

function find() {
  const asked = wordsOf(field.value);
  let count = 0;
  for (const home of homes) {
    const games = [...home.querySelectorAll("li")];
    for (const game of games) game.hidden = !hasAll([game.dataset.home, ...[...game.querySelectorAll("strong, span")].map((part) => part.textContent)].join(" "), asked);
    const shown = games.filter((game) => !game.hidden);
    home.hidden = shown.length === 0;
    home.isNamed = shown.some((game) => hasAll(game.querySelector("strong").textContent, asked));
    count += shown.length;
  }
  // Games that are called so come before those that only speak of it.
  for (const home of [...homes.filter((home) => home.isNamed), ...homes.filter((home) => !home.isNamed)]) home.parentElement.append(home);
  found.textContent = !asked.length ? "" : count ? found.dataset.some.replace("#", count) : found.dataset.none;
}

field.addEventListener("input", find);
field.closest("form").addEventListener("submit", (event) => {
  event.preventDefault();
  document.querySelector(".home:not([hidden]) li:not([hidden]) a")?.focus();
});
find(); // what a browser kept in the field when one comes back
