// Lines of subtitles beside the player: the form comes back in its place when a line is split, joined, added or removed,
// so that the player stays where it is.

import './times-from-player.js';
import './transcript.js';

let isChanged = false;

for (const form of document.querySelectorAll('form[data-lines]')) {
  form.addEventListener('input', () => {
    isChanged = true;
  });
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    isChanged = false;
    if (!button?.value.includes(':')) return;
    event.preventDefault();
    change(form, button);
  });
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
  form.replaceChildren(...again.childNodes);
  document.querySelector('video, audio')?.dispatchEvent(new Event('timeupdate'));
  form.querySelector('[autofocus]')?.focus();
}
