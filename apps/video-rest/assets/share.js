// Where an address that is given to others begins: at what is shown now, and in a frame where somebody says.

const media = () => document.querySelector('video, audio');

for (const button of document.querySelectorAll('[data-copy-start]')) {
  if (!navigator.clipboard) break;
  const shown = button.querySelector('span');
  const label = [...button.childNodes];
  button.hidden = false;
  const tell = () => {
    shown.textContent = clock(media()?.currentTime ?? 0);
  };
  for (const event of ['timeupdate', 'seeked']) document.addEventListener(event, tell, true);
  button.addEventListener('click', async () => {
    const address = new URL(button.dataset.copyStart);
    address.searchParams.set('start', Math.floor(media()?.currentTime ?? 0));
    await navigator.clipboard.writeText(address.href);
    const done = document.createElement('span');
    done.setAttribute('role', 'status');
    done.textContent = button.dataset.done;
    button.replaceChildren(done);
    setTimeout(() => button.replaceChildren(...label), 2000);
  });
}

for (const link of document.querySelectorAll('[data-begin-chapter]'))
  link.addEventListener('click', () => {
    link.search = new URLSearchParams({ at: clock(media()?.currentTime ?? 0) });
  });

/** `1:30`, `1:02:30` */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, index) => (index > 0 ? String(part).padStart(2, '0') : part)).join(':');
}

for (const options of document.querySelectorAll('[data-embed]')) {
  const code = document.getElementById(options.dataset.embed);
  const plain = code.textContent;
  const { start, autoplay, size } = options.elements;
  options.hidden = false;
  options.addEventListener('input', () => {
    code.textContent = frame(plain, {
      start: start.value.trim(),
      isBegun: autoplay.checked,
      size: size.value,
    });
  });
}

/** The code of a frame, with what is said. */
function frame(code, { start, isBegun, size }) {
  // Nothing in a document that is parsed so is loaded.
  const element = new DOMParser().parseFromString(code, 'text/html').querySelector('iframe');
  const address = new URL(element.getAttribute('src'));
  if (/^\d+(:[0-5]?\d){0,2}$/.test(start)) address.searchParams.set('start', start);
  if (isBegun) address.searchParams.set('autoplay', 'true');
  element.setAttribute('src', address.href);
  const [width, height] = size === '' ? ['100%', undefined] : size.split('x');
  element.setAttribute('width', width);
  if (height) element.setAttribute('height', height);
  else {
    element.removeAttribute('height');
    element.setAttribute('style', 'aspect-ratio: 16 / 9');
  }
  return element.outerHTML;
}
