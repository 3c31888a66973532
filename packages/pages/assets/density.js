// How close the rows of lists are, as it was chosen on this device. It runs before the page is shown, so that nothing moves.

const root = document.documentElement;

/** Storage may be refused. */
const kept = {
  get value() {
    try {
      return localStorage.getItem('density');
    } catch {
      return null;
    }
  },
  set value(density) {
    try {
      localStorage.setItem('density', density);
    } catch {}
  },
};

if (kept.value === 'dense') root.dataset.density = 'dense';

addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector('[data-density]:not(html)');
  const show = () => button.setAttribute('aria-pressed', root.dataset.density === 'dense');
  button.addEventListener('click', () => {
    root.dataset.density = root.dataset.density === 'dense' ? 'wide' : 'dense';
    kept.value = root.dataset.density;
    show();
  });
  show();
  button.hidden = false;
});
