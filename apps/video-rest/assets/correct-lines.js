// Lines of subtitles beside the player: the form comes back in its place when a line is split, joined, added or removed,
// so that the player stays where it is.

import { keep, recall } from './kept-here.js';
import './times-from-player.js';
import './transcript.js';

let isChanged = false;

const kept = 'lines-scrolled';
const listOf = (form) => form.querySelector('.cues');

for (const form of document.querySelectorAll('form[data-lines]')) {
  // A form that is sent comes back where it was scrolled to.
  listOf(form).scrollTop = Number(recall(kept) ?? 0);
  keep(kept, 0);
  form.addEventListener('input', () => {
    isChanged = true;
  });
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (isTooLarge(form, button)) return event.preventDefault();
    isChanged = false;
    keep(kept, listOf(form).scrollTop);
    if (!button?.value.includes(':')) return;
    event.preventDefault();
    change(form, button);
  });
}

/** What is too large to be read would be lost: that is told before it is sent. */
function isTooLarge(form, button) {
  const { maxBytes, tooLarge } = form.dataset;
  const { size } = new Blob([new URLSearchParams(new FormData(form, button)).toString()]);
  const alert = form.querySelector('[role=alert]');
  alert.hidden = size <= Number(maxBytes);
  alert.textContent = alert.hidden ? '' : tooLarge;
  alert.scrollIntoView({ block: 'nearest' });
  return !alert.hidden;
}

addEventListener('beforeunload', (event) => {
  if (isChanged) event.preventDefault();
});

async function change(form, button) {
  const sent = new FormData(form, button);
  const text = button.closest('li')?.querySelector('textarea');
  if (text) sent.set('cursor', text.selectionStart);
  isChanged = true;
  const options = { method: 'POST', body: new URLSearchParams(sent) };
  const response = await fetch(location.href, options).catch(() => undefined);
  if (!response) return;
  // Nothing in a document that is parsed so is loaded.
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const again = page.querySelector('form[data-lines]');
  // Whoever has to sign in again is led there.
  if (!again) return form.requestSubmit();
  const { scrollTop } = listOf(form);
  form.replaceChildren(...again.childNodes);
  listOf(form).scrollTop = scrollTop;
  document.querySelector('video, audio')?.dispatchEvent(new Event('timeupdate'));
  form.querySelector('[autofocus]')?.focus();
}
