// What a stranger follows and keeps, on their device: the buttons of pages, and the page of the list. Whoever has signed
// in has it in their account, and may take over what is here.

import { keep, recall } from './kept-here.js';

const listHere = () => recall('list') ?? { items: [], seenAt: Date.now(), visitedAt: Date.now() };
const keepItems = (items) => keep('list', { ...listHere(), items });

const buttons = '[data-list-items]';
const namesOf = ({ dataset }) => dataset.listItems.split(',');

function show(button) {
  const { items } = listHere();
  button.textContent = namesOf(button).every((name) => items.includes(name))
    ? button.dataset.remove
    : button.dataset.add;
}

for (const button of document.querySelectorAll(buttons)) show(button);

document.addEventListener('click', ({ target }) => {
  const button = target.closest(buttons);
  if (!button) return;
  const { items } = listHere();
  const names = namesOf(button);
  const others = items.filter((name) => !names.includes(name));
  const isListed = others.length === items.length - names.length;
  if (isListed) keepItems(others);
  else if (items.length < Number(button.dataset.most)) keepItems([...names, ...others]);
  else tell(button, button.dataset.full);
  show(button);
});

function tell(button, text) {
  if (button.nextElementSibling?.matches('[role=status]')) return;
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  button.after(told);
  told.textContent = text;
}

const place = document.querySelector('[data-my-list]');
if (place && listHere().items.length > 0) showList(listHere());

/** A visit goes on until nobody has looked for a while: what is new at its beginning is so until then. */
async function showList({ items, ...then }) {
  const now = Date.now();
  const seenAt = now - then.visitedAt > Number(place.dataset.myList) ? then.visitedAt : then.seenAt;
  keep('list', { items, seenAt, visitedAt: now });
  const asked = new URLSearchParams({ items: items.join(','), since: seenAt });
  const response = await fetch(`?${asked}`).catch(() => undefined);
  if (!response?.ok) return;
  // Nothing in a document that is parsed so is loaded.
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  place.replaceChildren(...page.querySelector('[data-my-list]').childNodes);
  for (const button of place.querySelectorAll(buttons)) show(button);
}

for (const form of document.querySelectorAll('form[data-take-over]')) {
  const listed = form.dataset.listed.split(',');
  const rest = listHere().items.filter((name) => !listed.includes(name));
  keepItems(rest);
  form.elements.items.value = rest.join(',');
  const [takeOver, forget] = form.querySelectorAll('button');
  takeOver.textContent = takeOver.textContent.replace('{1}', rest.length);
  forget.addEventListener('click', () => {
    keepItems([]);
    form.hidden = true;
  });
  form.hidden = rest.length === 0;
}
