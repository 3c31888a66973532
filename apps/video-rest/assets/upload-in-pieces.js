// Sends the file of a form in pieces (tus 1.0): what is cut off goes on by itself, after a pause when the reader says so,
// and after the page was loaded again when the same file is chosen, and the form sent again or the offer to go on taken.
// Without this script the form is sent as a whole.

import './tus.js';

const { tus } = window;

/** Small enough for every proxy on the way, and for a session to be seen in use. */
const chunkBytes = 32 * 1024 * 1024;
const paceFormat = {
  style: 'unit',
  unit: 'megabyte-per-second',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
};
const retryAfterMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000];

// Before the script that sends forms as a whole hears of it.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!form.matches('form[data-pieces]') || event.submitter?.formNoValidate) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    begin(form);
  },
  true,
);

document.addEventListener('change', async ({ target }) => {
  const form = target.closest?.('form[data-pieces]');
  if (!form || target.type !== 'file') return;
  form.querySelector('[data-resumed]')?.remove();
  const upload = uploadOf(form);
  if (upload === undefined) return;
  const [previous] = await upload.findPreviousUploads();
  if (previous === undefined) return;
  const offer = document.createElement('p');
  offer.dataset.resumed = '';
  offer.setAttribute('role', 'status');
  const button = buttonOf(form.dataset.goOn, () => {
    offer.remove();
    upload.resumeFromPreviousUpload(previous);
    watch(form, upload);
  });
  offer.append(`${form.dataset.begun} `, button);
  target.closest('p, div, label')?.after(offer);
});

/** The upload of the file that is chosen; undefined: none is. */
function uploadOf(form) {
  const data = new FormData(form);
  const [file] = form.querySelector('input[type=file]').files;
  if (file === undefined) return undefined;
  return new tus.Upload(file, {
    endpoint: form.dataset.pieces,
    headers: {
      'X-CSRFToken': data.get('csrfmiddlewaretoken'),
      'Accept-Language': document.documentElement.lang,
    },
    metadata: { ...textsOf(data, form), filename: file.name, encode: 'true' },
    chunkSize: chunkBytes,
    retryDelays: retryAfterMs,
    removeFingerprintOnSuccess: true,
  });
}

/** The fields of the form; several values of one each on a line of its own. */
function textsOf(data, form) {
  const texts = { owner: form.dataset.owner };
  for (const name of new Set(data.keys())) {
    const given = data.getAll(name).filter((value) => typeof value === 'string' && value !== '');
    if (name !== 'csrfmiddlewaretoken' && given.length > 0) texts[name] = given.join('\n');
  }
  return texts;
}

async function begin(form) {
  // Where the reader has to go first, such as to sign in again. Without an answer the upload says itself what fails.
  const answer = await fetch(form.dataset.askFirst).catch(() => undefined);
  const upload = uploadOf(form);
  if (answer?.redirected) location.assign(answer.url);
  if (answer?.redirected || upload === undefined) return;
  const previous = await upload.findPreviousUploads();
  const same = previous.find(({ metadata }) => isSame(metadata, upload.options.metadata));
  if (same !== undefined) upload.resumeFromPreviousUpload(same);
  watch(form, upload);
}

function isSame(fields, others) {
  const names = Object.keys(fields);
  return names.length === Object.keys(others).length && names.every((name) => fields[name] === others[name]);
}

/** Sends it, and shows how far it is. */
function watch(form, upload) {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', form.dataset.progress);
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const place = document.createElement('div');
  const buttons = [...form.querySelectorAll('button')];
  let isPaused = false;
  let isLost = false;
  const pause = buttonOf(form.dataset.pause, () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? form.dataset.goOn : form.dataset.pause;
    if (isPaused) upload.abort();
    else start();
  });
  addEventListener('online', () => {
    if (isLost) pause.click();
  });
  let begun;
  const start = () => {
    begun = undefined;
    isLost = false;
    upload.start();
  };
  upload.options.onProgress = (sent, total) => {
    begun ??= { at: performance.now(), sent };
    bar.max = total;
    bar.value = sent;
    const shown = [`${Math.floor((100 * sent) / total)} %`, ...paceOf({ sent, total, begun })].join(' · ');
    if (text.textContent !== shown) text.textContent = shown;
  };
  upload.options.onError = (error) => {
    const problems = problemsIn(error);
    if (problems === undefined) {
      text.textContent = form.dataset.lost;
      isPaused = true;
      isLost = true;
      pause.textContent = form.dataset.goOn;
      return;
    }
    place.remove();
    for (const button of buttons) button.disabled = false;
    showProblems(form, problems);
  };
  upload.options.onSuccess = async ({ lastResponse }) => {
    const video = await fetch(new URL(lastResponse.getHeader('Content-Location')).pathname, {
      headers: { Accept: 'application/json' },
    })
      .then((response) => response.json())
      .catch(() => undefined);
    // Among the reader's videos it stands first.
    location.assign(video === undefined ? form.dataset.watch : `${form.dataset.watch}${video.slug}/`);
  };
  form.querySelector('[data-problems]')?.remove();
  form.querySelector('[data-resumed]')?.remove();
  for (const button of buttons) button.disabled = true;
  place.append(bar, text, pause);
  form.append(place);
  start();
}

/** What the service says is wrong, a sentence each; undefined: it says nothing, or it may be well later. */
function problemsIn({ originalResponse }) {
  const status = originalResponse?.getStatus() ?? 0;
  if (status < 400 || status >= 500 || [404, 409, 410, 423, 429].includes(status)) return undefined;
  try {
    const problems = JSON.parse(originalResponse.getBody());
    return Object.entries(problems).map(([name, texts]) => ({ name, text: [texts].flat().join(' ') }));
  } catch {
    return [{ name: 'detail', text: originalResponse.getBody() }];
  }
}

function showProblems(form, problems) {
  const notice = document.createElement('div');
  notice.className = 'notice bad';
  notice.dataset.problems = '';
  notice.setAttribute('role', 'alert');
  for (const { name, text } of problems) {
    const line = document.createElement('p');
    const label = form.elements[name]?.labels?.[0]?.textContent.trim();
    line.textContent = label ? `${label}: ${text}` : text;
    notice.append(line);
  }
  form.prepend(notice);
  notice.scrollIntoView();
}

function buttonOf(text, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.textContent = text;
  button.addEventListener('click', act);
  return button;
}

/** Bytes a second and what is left of the time; nothing in the first second, which says little. */
function paceOf({ sent, total, begun }) {
  const seconds = (performance.now() - begun.at) / 1000;
  if (seconds < 1 || sent <= begun.sent) return [];
  const rate = (sent - begun.sent) / seconds;
  const left = Math.round((total - sent) / rate);
  const clock = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return [
    new Intl.NumberFormat(document.documentElement.lang, paceFormat).format(rate / 1e6),
    `−${clock.map((part) => String(part).padStart(2, '0')).join(':')}`,
  ];
}
