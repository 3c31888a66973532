import { TextDecoder } from 'node:util';
import { type Mask, masked } from './mask-secrets.ts';

// What an attempt sent and what came back is kept for people who look for the reason.

export type Header = readonly [name: string, value: string];

/** The request of an attempt, but for its body. */
export interface SentRequest {
  /** With the values of its configured query hidden. */
  address: string;
  /** With secrets hidden. */
  headers: Header[];
}

/** What came of an answer. */
export interface ReceivedAnswer {
  headers: Header[];
  /** Headers that there was no room for. */
  leftOut: number;
  body: string;
  /** Whether that is all of the body: not when it was longer, broke off, or did not come in time. */
  isWhole: boolean;
}

/** What one attempt sent and what came back; null when nothing did. */
export interface Exchange {
  request: SentRequest;
  answer: ReceivedAnswer | null;
}

/** A shorter value in the query of the configured address is a word of the application, not a secret. */
const shortestSecret = 16;

/** What may be a secret in the query of the configured address. */
export function secretsOfAddress(uri: string): string[] {
  return [...new URL(uri).searchParams.values()].filter(({ length }) => length >= shortestSecret);
}

/** The address of a call with the values of the configured query hidden: who knows them may call as we do. */
function maskedAddress(address: string, configured: string): string {
  const { search } = new URL(configured);
  const hidden = search.replace(/=[^&]+/g, `=${masked}`);
  return address.replace(search, () => hidden);
}

/** Of an answer: its body, and its headers together. */
export const keptBytes = 4096;

/**
 * The request as it goes out, but for its secrets.
 *
 * @param configured  the address as somebody has configured it, without what this call adds
 * @param headers     those that the service sets
 */
export function sentRequest(
  address: string,
  {
    configured,
    headers,
    mask,
  }: { configured: string; headers: Readonly<Record<string, string>>; mask: Mask },
): SentRequest {
  return {
    address: maskedAddress(address, configured),
    headers: Object.entries({ Host: new URL(address).host, ...headers, Connection: 'close' }).map(
      ([name, value]) => [name, mask(value)],
    ),
  };
}

/**
 * What is kept of an answer.
 *
 * @param raw   names and values in turn, as they came
 * @param body  its text, see `decodeStart`
 */
export function receivedAnswer(
  raw: readonly string[],
  { body, isWhole, mask }: { body: string; isWhole: boolean; mask: Mask },
): ReceivedAnswer {
  const headers: Header[] = [];
  let room = keptBytes;
  const count = Math.floor(raw.length / 2);
  for (let index = 0; index < count; index += 1) {
    const name = harmless(mask(raw[2 * index] ?? ''));
    const value = harmless(mask(withoutCookie(name, raw[2 * index + 1] ?? '')));
    room -= Buffer.byteLength(name) + Buffer.byteLength(value);
    if (room < 0) break;
    headers.push([name, value]);
  }
  return {
    headers,
    leftOut: count - headers.length,
    body: harmless(mask(body, { isCut: !isWhole })),
    isWhole,
  };
}

/** A session that our token has opened is not for whoever reads this. */
function withoutCookie(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, `=${masked}`) : value;
}

/** The beginning of a body as text, whatever it is: by the character set that it says, a cut character left out. */
export function decodeStart(
  bytes: Uint8Array,
  { contentType, isWhole }: { contentType: string | undefined; isWhole: boolean },
): string {
  const [, label = 'utf-8'] = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '') ?? [];
  return decoderOf(label).decode(bytes, { stream: !isWhole });
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** Control characters as their pictures, and nothing that turns the direction of what follows. */
function harmless(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, pictureOf)
    .replace(/\p{Bidi_Control}/gu, '\ufffd');
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
