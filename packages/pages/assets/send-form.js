// Forms with a file show how far it has been sent, how fast, and how long it will take. What comes back is the page
// that the form leads to, or the same one with what was wrong. A file that is too large is refused before.

// On the document, so that they also hold for the form that comes back.
document.addEventListener('submit', (event) => {
  if (!event.target.matches('form[data-progress]') || event.submitter?.formNoValidate) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener('change', ({ target }) => {
  if (!target.matches('input[data-max-bytes]')) return;
  const { maxBytes, tooLarge } = target.dataset;
  const isTooLarge = [...target.files].some(({ size }) => size > Number(maxBytes));
  target.setCustomValidity(isTooLarge ? tooLarge : '');
  target.reportValidity();
});

function send(form, submitter) {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', form.dataset.progress);
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const place = document.createElement('div');
  place.append(bar, text);
  form.append(place);
  const buttons = [...form.querySelectorAll('button')];
  const request = new XMLHttpRequest();
  const begunAt = performance.now();
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'text/html');
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    bar.max = total;
    bar.value = loaded;
    const shown = [`${Math.floor((100 * loaded) / total)} %`, ...pace({ loaded, total, begunAt })].join(
      ' · ',
    );
    if (text.textContent !== shown) text.textContent = shown;
  });
  request.addEventListener('load', () => {
    const went = new URL(request.responseURL);
    const isElsewhere = went.pathname !== new URL(form.action).pathname;
    if (request.status < 400 && isElsewhere) {
      location.assign(went);
      return;
    }
    const answer = new DOMParser().parseFromString(request.responseText, 'text/html');
    document.title = answer.title;
    document.querySelector('main').replaceWith(answer.querySelector('main') ?? text);
    (document.querySelector('main [autofocus]') ?? document.querySelector('main'))?.focus();
    document.dispatchEvent(new Event('content-replaced'));
  });
  request.addEventListener('error', () => {
    text.textContent = form.dataset.failed;
    bar.remove();
    for (const button of buttons) button.disabled = false;
  });
  const data = new FormData(form, submitter);
  for (const button of buttons) button.disabled = true;
  askFirst(form).then((elsewhere) => (elsewhere ? location.assign(elsewhere) : request.send(data)));
}

/** Where the reader has to go instead, such as to sign in again: told before gigabytes are sent for nothing. */
async function askFirst({ dataset }) {
  if (!dataset.askFirst) return undefined;
  // Without an answer the form is sent all the same, and says itself what fails.
  const answer = await fetch(dataset.askFirst).catch(() => undefined);
  return answer?.redirected ? answer.url : undefined;
}

const paceFormat = {
  style: 'unit',
  unit: 'megabyte-per-second',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
};

/** Bytes a second and what is left of the time; nothing in the first second, which says little. */
function pace({ loaded, total, begunAt }) {
  const seconds = (performance.now() - begunAt) / 1000;
  if (seconds < 1 || loaded === 0) return [];
  const rate = loaded / seconds;
  const left = Math.round((total - loaded) / rate);
  const clock = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const digits = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return [new Intl.NumberFormat(document.documentElement.lang, paceFormat).format(rate / 1e6), `−${digits}`];
}
