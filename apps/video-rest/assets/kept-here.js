// What this browser keeps of its reader, by name. Another version or a hand may have written something else there: what
// does not look as it should is taken for nothing.

const looksRight = {
  'lines-scrolled': Number.isFinite,
  rate: Number.isFinite,
  bandwidth: (value) => Number.isFinite(value) && value > 0,
  words: (value) => value === false || typeof value?.language === 'string',
  places: (value) =>
    Array.isArray(value) &&
    value.every((place) => typeof place?.[0] === 'string' && Number.isFinite(place[1]) && place[1] >= 0),
  list: (value) =>
    [value?.seenAt, value?.visitedAt].every((at) => Number.isInteger(at) && at >= 0) &&
    Array.isArray(value.items) &&
    value.items.every((name) => /^(channels|videos)-\d{1,10}$/.test(name)),
};

/** Undefined: nothing, or nothing that could be read. */
export function recall(name) {
  try {
    const value = JSON.parse(localStorage.getItem(name));
    return looksRight[name](value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** In a frame of another site the browser may refuse: the next page begins as this one did. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // As said above.
  }
}
