// Of tabs in a row that is wider than the page, the open one is in sight; the style sheet says the same to browsers that
// know `scroll-initial-target`.

for (const open of document.querySelectorAll('.tabs [aria-current]')) {
  const row = open.closest('.tabs');
  const [inner, outer] = [open, row].map((element) => element.getBoundingClientRect());
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
