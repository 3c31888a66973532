// A field that suggests values (`<input list>`) warns of another one as soon as it is left. On the document, so that it
// also holds for fields that come later.

document.addEventListener('change', ({ target }) => {
  const place = target.parentElement?.querySelector('[data-unknown]');
  if (!target.list || !place) return;
  const value = target.value.trim();
  const isKnown = value === '' || [...target.list.options].some((option) => option.value === value);
  place.textContent = isKnown ? '' : place.dataset.unknown;
});
