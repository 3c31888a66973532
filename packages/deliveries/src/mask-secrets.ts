/** What stands where a secret was. */
export const masked = '********';

/** Hides secrets in what somebody else says; in a text that was cut, also the beginning of one at its end. */
export type Mask = (text: string, options?: { isCut?: boolean }) => string;

/** So much of a secret at the end of a text that was cut is taken for it. */
const shortestBeginning = 4;

/** Tokens by what they look like: a prefix, and so many signs of Base64 for addresses behind it. */
interface TokenForm {
  prefix: string;
  signs: number;
}

/** Hides these secrets, however an answer may echo them, and whatever has the form of our tokens. */
export function maskFor(secrets: readonly string[], form?: TokenForm): Mask {
  const written = secrets.flatMap(waysToWrite);
  const ours = (count: (signs: number) => string) =>
    form === undefined ? [] : [`${spreadOut(form.prefix)}(?:${between}[\\w-]){${count(form.signs)}}`];
  const whole = new RegExp([...written.map(spreadOut), ...ours(String)].join('|') || nothing, 'giu');
  const begun = ours((signs) => `1,${signs}`).map((beginning) => beginning + between);
  const beginnings = new RegExp(`(?:${[...written.map(beginningOf), ...begun].join('|') || nothing})$`, 'iu');
  return (text, { isCut = false } = {}) => {
    const hidden = text.replace(whole, masked);
    return isCut ? hidden.replace(beginnings, masked) : hidden;
  };
}

/** Matches nowhere. */
const nothing = '(?!)';

function waysToWrite(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const plain = [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/'), bytes.toString('hex')];
  const ways = new Set([...plain, ...([0, 1, 2] as const).flatMap((before) => inBase64(bytes, before))]);
  // Of a single sign nothing may be left in Base64.
  return [...ways].filter(Boolean);
}

/** As it reads within a longer text in Base64, `before` bytes of which share its first group; both alphabets. */
function inBase64(bytes: Buffer, before: 0 | 1 | 2): string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  // Signs that hold a bit of its neighbours can be any.
  const begin = Math.ceil((before * 8) / 6);
  const text = padded.toString('base64').slice(begin, Math.floor((padded.length * 8) / 6));
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}

/** Control characters between: an answer in UTF-16 that does not say so has a NUL beside each letter. */
const between = '\\p{Cc}*';

function spreadOut(text: string): string {
  return [...text].map(escaped).join(between);
}

/** The text, or what it begins with. */
function beginningOf(text: string): string {
  const [head, rest] = [[...text].slice(0, shortestBeginning), [...text].slice(shortestBeginning)];
  const tail = rest.reduceRight((after, sign) => `(?:${between}${escaped(sign)}${after})?`, '');
  return `${head.map(escaped).join(between)}${tail}${between}`;
}

function escaped(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
