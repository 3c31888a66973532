// Repeated rows of a form, added and removed in place. Without JavaScript the same buttons send the form, which comes
// back with the rows. A row is `[data-row]` inside `[data-rows]`, where a template holds an empty one: `__index__` in
// its names stands for what sets rows apart, and `[data-row-number]` counts them.

// On the document, so that it also holds for a form that comes back.
document.addEventListener('click', (event) => {
  const adding = event.target.closest('[data-add-row]');
  const removing = event.target.closest('[data-remove-row]');
  if (adding) addTo(event, document.getElementById(adding.dataset.addRow));
  else if (removing) remove(event, removing);
});

function addTo(event, rows) {
  event.preventDefault();
  const row = append(rows);
  row.querySelector('input').focus();
}

function append(rows) {
  const template = rows.querySelector('template');
  const all = [...rows.querySelectorAll('[data-row]')];
  const index = Math.max(-1, ...all.map((row) => Number(row.dataset.row))) + 1;
  const made = document.createElement('template');
  made.innerHTML = template.innerHTML.replaceAll('__index__', index).replaceAll('__number__', all.length + 1);
  template.before(made.content);
  const row = template.previousElementSibling;
  count(rows);
  return row;
}

function remove(event, button) {
  event.preventDefault();
  const row = button.closest('[data-row]');
  const rows = row.closest('[data-rows]');
  const neighbour = row.nextElementSibling?.matches('[data-row]')
    ? row.nextElementSibling
    : row.previousElementSibling;
  row.remove();
  const next = neighbour?.matches('[data-row]') ? neighbour : append(rows);
  count(rows);
  next.querySelector('input').focus();
}

function count(rows) {
  for (const [index, row] of [...rows.querySelectorAll('[data-row]')].entries())
    for (const number of row.querySelectorAll('[data-row-number]')) number.textContent = index + 1;
}
