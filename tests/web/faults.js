async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // a new size is laid out, and heard of
  const found = [];
  const root = document.documentElement;
  const isPhone = innerWidth < 500;
  const isTv = document.body.classList.contains('tv');
  if (root.scrollWidth > root.clientWidth) found.push(`wider than the screen by ${root.scrollWidth - root.clientWidth}`);

  const isSeen = (part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !part.closest('.hidden-text, .skip, noscript, [hidden], option, datalist, script, style, title');
  const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 60);

  // What is read: every piece of text with the boxes of its lines.
  const read = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, part = node.parentElement;
    if (!node.data.trim() || !isSeen(part)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const drawing = part.closest('svg');
    const scale = drawing ? Math.hypot(part.getScreenCTM().a, part.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(part).fontSize) * scale;
    if (isPhone && !isTv && size < 11.99 && !part.closest('.qr')) found.push(`text of ${size.toFixed(1)} px: ${short(node.data)}`);
    const isWritten = part.closest('pre, code');
    const code = node.data.match(/\b([2-9TJQKAOU]|10)[CDHS]\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+\d\d\b|%\(|\{\d\}|\b1 (tricks|points|cards|hands)\b|(?<![\d.])0(\.0)? ?%|undefined|\bNone\b/);
    if (code && !isWritten) found.push(`code '${code[0]}' in: ${short(node.data)}`);
    // A line is higher than its letters.
    const inside = (box) => ({ left: box.left, right: box.right, top: box.top + box.height * .15, bottom: box.bottom - box.height * .15 });
    if (!drawing) for (const box of range.getClientRects()) read.push({ part, box: inside(box), what: short(node.data) });
  }

  // What lies there: cards, buttons, fields and pictures, each with its box.
  const things = [...document.querySelectorAll('main svg.card, button, a.button, input, select, summary, img, .chip')]
    .filter((part) => isSeen(part) && !part.matches('input[type=hidden]') && getComputedStyle(part).opacity !== '0' && !part.parentElement.closest('button, a.button, summary, .extra'))
    .map((part) => ({ part, box: part.getBoundingClientRect(), what: short(part.textContent) || part.tagName + ' ' + (part.getAttribute('aria-label') ?? part.name ?? '') }));
  const layer = (part) => part.closest('.pad, .bar, .over, #done, #connection, #message, .sheet-of-more') ?? document.body;
  const all = [...things, ...read.filter(({ part }) => !part.closest('button, a.button, summary, .chip, .extra'))];
  const area = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  for (let i = 0; i < all.length; i++) {
    for (let j = i + 1; j < all.length; j++) {
      const a = all[i], b = all[j];
      if (a.part === b.part || a.part.contains(b.part) || b.part.contains(a.part) || layer(a.part) !== layer(b.part)) continue;
      if (area(a.box, b.box) > 24) found.push(`'${a.what}' lies over '${b.what}'`);
    }
  }

  // What a screen holds back: a page can be scrolled until its last line is above what is fixed.
  const fixed = [...document.querySelectorAll('.bar, .pad, .over')].filter((part) => getComputedStyle(part).position === 'fixed');
  const top = Math.min(innerHeight, ...fixed.map((part) => part.getBoundingClientRect().top));
  const last = Math.max(0, ...all.filter(({ part }) => layer(part) === document.body).map(({ box }) => box.bottom));
  const least = root.scrollHeight - scrollY - innerHeight;
  if (!isTv && last - least > top + 1) found.push(`the end of the page stays under the bar by ${Math.round(last - least - top)}`);
  return [...new Set(found)];
}
