// A check box that ticks all those of its name on the page (`[data-select-all="name"]`), and how many of them are ticked
// (`[data-selected="name"]`): the buttons beside that wait for the first. Both hold for a part that is sent anew, too.

const boxesOf = (name) => [
  ...document.querySelectorAll(`input[type="checkbox"][name="${CSS.escape(name)}"]`),
];

// On the document, so that it also holds for boxes that come later.
document.addEventListener('change', ({ target }) => {
  const name = target.dataset.selectAll;
  if (name !== undefined) for (const box of boxesOf(name)) box.checked = target.checked;
  show();
});
window.addEventListener('pageshow', show);
new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
show();

function show() {
  for (const all of document.querySelectorAll('[data-select-all]')) {
    const boxes = boxesOf(all.dataset.selectAll);
    const ticked = boxes.filter(({ checked }) => checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    const place = all.closest('label');
    if (place.hidden) place.hidden = false;
  }
  for (const place of document.querySelectorAll('[data-selected]')) {
    const ticked = boxesOf(place.dataset.selected).filter(({ checked }) => checked).length;
    const text = ticked === 0 ? '' : place.dataset.label.replace('{count}', ticked);
    // What it says of itself must not call it again.
    if (place.textContent !== text) place.textContent = text;
    const form = place.closest('form');
    if (form && form.hasAttribute('data-waits') !== (ticked === 0)) form.toggleAttribute('data-waits');
    for (const button of form?.querySelectorAll('button') ?? []) button.disabled = ticked === 0;
  }
}
