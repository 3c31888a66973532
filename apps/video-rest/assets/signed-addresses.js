// Addresses of files that are not for everybody hold for an hour (`media-urls.ts`). A page that is open for longer asks
// for new signatures when it needs them; whoever may not see the video any more gets none.

const renewAfterMs = 45 * 60_000;
const tryAgainAfterMs = 60_000;
const signed = /\/media\/signed\/([^/]+)(\/videos\/\d+\/[^/]+\/|\/(?:images|files)\/\d+\/[^/]+)/;

let renewDueAt = Date.now() + renewAfterMs;
let signatures = new Map();
let renewing;

/** The address with a signature that holds for a while; one without a signature stays as it is. */
export async function fresh(address) {
  if (!signed.test(address)) return address;
  if (isDue()) await renew();
  return withSignature(address);
}

/** Whether the signatures of this page may hold no more. */
export function isDue() {
  return Date.now() > renewDueAt;
}

/** New signatures, and with them every address on the page. */
export function renew() {
  renewing ??= ask().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function ask() {
  renewDueAt = Date.now() + tryAgainAfterMs;
  const { origin, search } = location;
  // Pages below that of a video show what it has.
  const [pathname] = /^\/video\/[^/]+\//.exec(location.pathname) ?? [location.pathname];
  const response = await fetch(new URL(`addresses/${search}`, origin + pathname)).catch(() => undefined);
  if (!response?.ok) return;
  const { addresses } = await response.json();
  signatures = new Map(addresses.flatMap(partsOf));
  renewDueAt = Date.now() + renewAfterMs;
  for (const [name, selector] of [
    ['href', 'a'],
    ['src', 'source'],
    ['src', 'track'],
    ['poster', 'video'],
  ]) {
    for (const element of document.querySelectorAll(`${selector}[${name}*="/media/signed/"]`))
      element.setAttribute(name, withSignature(element.getAttribute(name)));
  }
}

function partsOf(address) {
  const [, signature, scope] = signed.exec(address) ?? [];
  return signature === undefined ? [] : [[scope, signature]];
}

function withSignature(address) {
  return address.replace(signed, (whole, former, scope) =>
    whole.replace(former, signatures.get(scope) ?? former),
  );
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[href*="/media/signed/"]');
  if (!link || !isDue()) return;
  event.preventDefault();
  await renew();
  link.click();
});
