// How close the rows of lists stand is chosen in a browser, and said to the server, so that no page moves for it.

const button = document.querySelector('button[data-density]');

button.addEventListener('click', () => {
  const { dataset } = document.documentElement;
  dataset.density = dataset.density === 'dense' ? 'wide' : 'dense';
  // biome-ignore lint/suspicious/noDocumentCookie: the way that all browsers know
  document.cookie = `density=${dataset.density}; path=/; max-age=31536000; samesite=lax`;
  button.setAttribute('aria-pressed', dataset.density === 'dense');
});
button.hidden = false;
