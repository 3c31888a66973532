// Shows the PDFs of a page in the browser's own viewer, beside what is said of them. Where there is none, and on a phone,
// the links open them as they are.

const place = document.querySelector('[data-viewer]');
const isPhone = matchMedia('(max-width: 40rem)').matches;
if (place && navigator.pdfViewerEnabled && !isPhone) begin();

function begin() {
  const links = [...place.querySelectorAll('a[type="application/pdf"]')];
  const alone = place.querySelector('[data-alone]');
  alone.hidden = false;
  let frame;
  show(links[0]);

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[type="application/pdf"]');
    const wantsAnotherTab =
      event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || wantsAnotherTab || !frame.checkVisibility()) return;
    event.preventDefault();
    show(link);
    place.scrollIntoView({ block: 'nearest' });
  });

  function show(link) {
    // A new frame, and not another address of the one before: the way back leads to the page before this one.
    const next = document.createElement('iframe');
    next.loading = 'lazy';
    next.title = link.textContent;
    next.src = `${link.href}#view=FitH&navpanes=0&pagemode=none`;
    if (frame) frame.replaceWith(next);
    else place.append(next);
    frame = next;
    alone.href = link.href;
    for (const one of links) {
      if (one.href === link.href) one.setAttribute('aria-current', 'true');
      else one.removeAttribute('aria-current');
    }
  }
}
