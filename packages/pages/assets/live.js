// Parts of a page that the server sends anew when they change (`LiveParts`). A hidden page asks for nothing.

/** How long it takes until a stream is asked for again that was refused: longer and longer. */
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

for (const part of document.querySelectorAll('[data-live]')) follow(part);

function follow(part) {
  let source;
  let shown;
  let isOver = false;
  let above;
  let again;
  let pauseMs = firstPauseMs;

  function open() {
    if (source || isOver) return;
    source = new EventSource(part.dataset.live);
    source.addEventListener('part', ({ data }) => {
      tell();
      pauseMs = firstPauseMs;
      // A stream that was taken up again begins with what is there.
      if (data !== shown) put(part, data);
      shown = data;
    });
    source.addEventListener('over', () => {
      isOver = true;
      close();
      if ('loadsAnew' in part.dataset) location.reload();
    });
    // The session is over, or the right to see this.
    source.addEventListener('ended', ({ data }) => {
      isOver = true;
      close();
      tell(elementsOf(data));
    });
    source.addEventListener('error', () => {
      // A connection that broke is taken up by the browser; an answer that was no stream is not.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      tell(staleNotice(part.dataset.stale));
      again = setTimeout(open, pauseMs * (0.5 + Math.random() / 2));
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    });
  }

  function close() {
    clearTimeout(again);
    source?.close();
    source = undefined;
  }

  /** Shows a notice above the part in place of the one before, or none. */
  function tell(notice) {
    above?.remove();
    above = undefined;
    if (!notice) return;
    above = document.createElement('div');
    above.append(notice);
    part.before(above);
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  window.addEventListener('pagehide', close);
  if (!document.hidden) open();
}

function staleNotice(text) {
  const notice = document.createElement('div');
  notice.className = 'notice warning';
  notice.setAttribute('role', 'status');
  notice.textContent = text;
  return notice;
}

function elementsOf(markup) {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content;
}

/** Puts the new content in place; what the reader has ticked, unfolded or focused stays so, by its id. */
function put(part, markup) {
  const focusable = 'a, button, input, select, textarea, summary';
  const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
  const place = focused ? [...part.querySelectorAll(focusable)].indexOf(focused) : -1;
  const id = focused?.id;
  const ticked = [...part.querySelectorAll('[type="checkbox"][id]')];
  const unfolded = [...part.querySelectorAll('details[id]')];
  part.replaceChildren(elementsOf(markup));
  for (const { id, checked } of ticked) set(id, { checked });
  for (const { id, open } of unfolded) set(id, { open });
  if (!focused) return;
  const again = (id && document.getElementById(id)) || part.querySelectorAll(focusable)[place];
  again?.focus({ preventScroll: true });
}

function set(id, state) {
  const element = document.getElementById(id);
  if (element) Object.assign(element, state);
}
