// Sends the file of a form in pieces (tus 1.0): what is cut off goes on by itself, after a pause when the reader says so,
// and after the page was loaded again when the same file is chosen, and the form sent again or the offer to go on taken.
// A form that adds videos has its file first, takes several, and suggests titles by their names. Without this script the
// form is sent as a whole. One of a form that wants bytes alone (`data-is-part`) is named in it when it is there.

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

for (const form of document.querySelectorAll('form[data-several]')) {
  const input = form.querySelector('input[type=file]');
  input.multiple = true;
  form.querySelector('.field').before(input.closest('.field'));
}

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
  suggestTitle(form, target.files);
  const [upload, another] = uploadsOf(form);
  if (upload === undefined || another !== undefined) return;
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

/** A title that nobody has typed is that of the file; several files have their own. */
function suggestTitle(form, files) {
  const title = form.elements.title;
  if (form.dataset.several === undefined || title === undefined) return;
  form.querySelector('[data-note]')?.remove();
  title.disabled = files.length > 1;
  title.closest('.field').hidden = title.disabled;
  if (files.length === 1 && (title.value === '' || title.value === title.dataset.suggested)) {
    title.value = titleOf(files[0]);
    title.dataset.suggested = title.value;
  }
  if (files.length < 2) return;
  const note = document.createElement('p');
  note.dataset.note = '';
  note.className = 'help';
  note.setAttribute('role', 'status');
  note.textContent = form.dataset.several;
  form.querySelector('input[type=file]').closest('.field').append(note);
}

/** `Lecture_3 rings.mp4` is Lecture 3 rings. */
function titleOf({ name }) {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replaceAll('_', ' ')
    .trim();
  return [...words].slice(0, 250).join('');
}

/** An upload for each file that is chosen. */
function uploadsOf(form) {
  const files = [...form.querySelector('input[type=file]').files];
  return files.map((file) => uploadOf(form, file, files.length > 1 ? { title: titleOf(file) } : {}));
}

function uploadOf(form, file, own) {
  const data = new FormData(form);
  return new tus.Upload(file, {
    endpoint: form.dataset.pieces,
    headers: {
      'X-CSRFToken': data.get('csrfmiddlewaretoken'),
      'Accept-Language': document.documentElement.lang,
      ...(isPart(form) && { 'Upload-Concat': 'partial' }),
    },
    metadata: isPart(form)
      ? { filename: file.name }
      : { ...textsOf(data, form), ...own, filename: file.name, encode: 'true' },
    // What one account has begun no other that uses this browser is offered.
    fingerprint: async ({ name, type, size, lastModified }, { endpoint }) =>
      ['tus', form.dataset.account, name, type, size, lastModified, endpoint].join('-'),
    chunkSize: chunkBytes,
    retryDelays: retryAfterMs,
    removeFingerprintOnSuccess: true,
  });
}

/** Whether the bytes become no video, but what the form says. */
function isPart({ dataset }) {
  return dataset.isPart !== undefined;
}

/** What the service is told of who sees a video, by the words of the form. */
const closings = {
  public: { is_draft: 'false', is_restricted: 'false' },
  restricted: { is_draft: 'false', is_restricted: 'true' },
  draft: { is_draft: 'true' },
};

/** Of a page, and not of a video. */
const isOfPage = (name) => name === 'csrfmiddlewaretoken' || name.startsWith('_');

/** The fields of the form; several values of one each on a line of its own. A video whose source it replaces keeps its own. */
function textsOf(data, form) {
  const { owner, replaces } = form.dataset;
  const texts = replaces === undefined ? { owner } : { video: replaces };
  for (const name of new Set(data.keys())) {
    const given = data.getAll(name).filter((value) => typeof value === 'string' && value !== '');
    if (!isOfPage(name) && given.length > 0) texts[name] = given.join('\n');
  }
  const { visibility, ...others } = texts;
  return { ...others, ...closings[visibility] };
}

async function begin(form) {
  // Where the reader has to go first, such as to sign in again. Without an answer the upload says itself what fails.
  const answer = await fetch(form.dataset.askFirst).catch(() => undefined);
  const uploads = uploadsOf(form);
  if (answer?.redirected) location.assign(answer.url);
  if (answer?.redirected || uploads.length === 0) return;
  for (const upload of uploads) {
    const previous = await upload.findPreviousUploads();
    const same = previous.find(({ metadata }) => isSame(metadata, upload.options.metadata));
    if (same !== undefined) upload.resumeFromPreviousUpload(same);
  }
  if (uploads.length === 1) watch(form, uploads[0]);
  else watchSeveral(form, uploads);
}

/** Sends them beside each other; once each has come, the reader goes to their list. */
function watchSeveral(form, uploads) {
  let left = uploads.length;
  for (const upload of uploads)
    watch(form, upload, {
      name: upload.file.name,
      ended() {
        left -= 1;
        if (left === 0) location.assign(form.dataset.watch);
      },
    });
}

function isSame(fields, others) {
  const names = Object.keys(fields);
  return names.length === Object.keys(others).length && names.every((name) => fields[name] === others[name]);
}

/** Sends it, and shows how far it is. @param one  of several: its name, and who is told once it has come */
function watch(form, upload, one) {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', one?.name ?? form.dataset.progress);
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const place = document.createElement('div');
  place.className = 'upload';
  if (one !== undefined) {
    const heading = document.createElement('strong');
    heading.textContent = `${one.name} `;
    place.append(heading);
  }
  const buttons = [...form.querySelectorAll('button:not([type=button])')];
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
    if (one !== undefined) {
      text.textContent = problems.map(({ text: sentence }) => sentence).join(' ');
      pause.remove();
      return;
    }
    place.remove();
    for (const button of buttons) button.disabled = false;
    showProblems(form, problems);
  };
  upload.options.onSuccess = async ({ lastResponse }) => {
    if (isPart(form)) return sendWith(form, upload);
    if (one !== undefined) {
      pause.remove();
      return one.ended();
    }
    const video = await fetch(new URL(lastResponse.getHeader('Content-Location')).pathname, {
      headers: { Accept: 'application/json' },
    })
      .then((response) => response.json())
      .catch(() => undefined);
    // Among the reader's videos it stands first.
    location.assign(video === undefined ? form.dataset.watch : `${form.dataset.watch}${video.slug}/`);
  };
  clearProblems(form);
  form.querySelector('[data-resumed]')?.remove();
  for (const button of buttons) button.disabled = true;
  place.append(bar, text, pause);
  form.append(place);
  start();
}

/** Sends the form with the name of what has come, in place of the file. */
function sendWith(form, { url, file }) {
  form.querySelector('input[type=file]').disabled = true;
  const named = { upload: new URL(url).pathname.split('/').at(-2), name: file.name };
  for (const [name, value] of Object.entries(named)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  form.submit();
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

/** What is wrong stands at its field; above the form, what is about none. */
function showProblems(form, problems) {
  clearProblems(form);
  const atFields = problems.filter(({ name }) => form.elements[name]?.id);
  for (const { name, text } of atFields) {
    const control = form.elements[name];
    const said = document.createElement('p');
    said.className = 'errors';
    said.dataset.problems = '';
    said.id = `${control.id}-problem`;
    said.textContent = text;
    control.after(said);
    control.setAttribute('aria-invalid', 'true');
    const described = [control.getAttribute('aria-describedby'), said.id];
    control.setAttribute('aria-describedby', described.filter(Boolean).join(' '));
  }
  form.elements[atFields[0]?.name]?.focus();
  const others = problems.filter((problem) => !atFields.includes(problem));
  if (others.length === 0) return;
  const notice = document.createElement('div');
  notice.className = 'notice bad';
  notice.dataset.problems = '';
  notice.setAttribute('role', 'alert');
  for (const { text } of others) {
    const line = document.createElement('p');
    line.textContent = text;
    notice.append(line);
  }
  form.prepend(notice);
  notice.scrollIntoView();
}

function clearProblems(form) {
  for (const said of form.querySelectorAll('[data-problems]')) said.remove();
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
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
