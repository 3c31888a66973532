// Parts of a page that the server sends anew when they change (`sendLive`). A hidden page asks for nothing.

for (const part of document.querySelectorAll('[data-live]')) follow(part);

function follow(part) {
  let source;
  let shown;
  let isOver = false;

  function open() {
    if (source || isOver) return;
    source = new EventSource(part.dataset.live);
    source.addEventListener('part', ({ data }) => {
      // A stream that was taken up again begins with what is there.
      if (data !== shown) put(part, data);
      shown = data;
    });
    source.addEventListener('over', () => {
      isOver = true;
      close();
      if ('loadsAnew' in part.dataset) location.reload();
    });
  }

  function close() {
    source?.close();
    source = undefined;
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  window.addEventListener('pagehide', close);
  if (!document.hidden) open();
}

/** Puts the new content in place; what the reader has ticked, unfolded or focused stays so, by its id. */
function put(part, markup) {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const focusable = 'a, button, input, select, textarea, summary';
  const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
  const place = focused ? [...part.querySelectorAll(focusable)].indexOf(focused) : -1;
  const id = focused?.id;
  const ticked = [...part.querySelectorAll('[type="checkbox"][id]')];
  const unfolded = [...part.querySelectorAll('details[id]')];
  part.replaceChildren(template.content);
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
