// What is said, beside the player: it comes when it is opened, a search leaves the lines that have its words, and the
// line that is said now is marked. The chapter that plays is marked alike.

for (const event of ['timeupdate', 'seeked'])
  document.addEventListener(
    event,
    ({ target }) => {
      for (const list of document.querySelectorAll('[data-follows]')) mark(list, target.currentTime);
    },
    true,
  );

for (const part of document.querySelectorAll('details[data-source]'))
  part.addEventListener('toggle', () => bring(part, part.dataset.source), { once: true });

/** Puts what a page of the transcript has into its place here; what cannot be had, its link still leads to. */
async function bring(part, address) {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) return;
  // Nothing in a document that is parsed so is loaded.
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const place = part.querySelector('div');
  place.replaceChildren(...page.querySelector('[data-transcript]').childNodes);
  for (const link of place.querySelectorAll('.choices a'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      bring(part, link.href);
    });
  const form = place.querySelector('form');
  form.querySelector('button').remove();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => search(place, form.elements.q.value));
}

function search(place, words) {
  const lines = [...place.querySelectorAll('.lines li')];
  // Beside the time, which is not searched.
  const said = (line) => line.querySelector('a').lastChild.textContent;
  for (const line of lines) line.hidden = !folded(said(line)).includes(folded(words));
  const status = place.querySelector('[role=status]');
  status.textContent = lines.every(({ hidden }) => hidden) ? status.dataset.none : '';
}

/** Whoever searches types no accents. */
function folded(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Marks the link of what plays then, and keeps it in sight where the list scrolls by itself. */
function mark(list, seconds) {
  const links = [...list.querySelectorAll('[data-seek]')];
  // Browsers go to the frame at a time, which may begin a little before.
  const next = links.findLast(({ dataset }) => Number(dataset.seek) <= seconds + 0.1);
  const current = links.find((link) => link.matches('[aria-current]'));
  if (next === current) return;
  current?.removeAttribute('aria-current');
  next?.setAttribute('aria-current', 'true');
  if (next && !list.matches(':hover, :focus-within')) list.scrollTop = next.offsetTop - list.clientHeight / 2;
}
