/** Names of directories, compared as RFC 5280 §7.1 has it: without case, and however they are encoded. */
import { type Der, hex } from './der.ts';

/** By tag, the strings of a directory (RFC 5280 §4.1.2.4) and those beside them. */
const encodings: Record<number, (content: Buffer) => string> = {
  12: (content) => content.toString('utf8'),
  18: (content) => content.toString('latin1'),
  19: (content) => content.toString('latin1'),
  20: (content) => content.toString('latin1'),
  22: (content) => content.toString('latin1'),
  26: (content) => content.toString('latin1'),
  28: (content) => String.fromCodePoint(...utf32(content)),
  30: (content) => Buffer.from(content).swap16().toString('utf16le'),
};

/** One text for all names that are the same. */
export function comparableName(name: Der): string {
  return JSON.stringify(comparableParts(name));
}

/** The same of each of its parts (RDN), from the widest on. */
export function comparableParts(name: Der): string[] {
  return name.children.map((part) =>
    JSON.stringify(
      part.children
        .map(({ children: [type, value] }) => [type?.oid, value === undefined ? null : comparable(value)])
        .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    ),
  );
}

function comparable(value: Der): string {
  const text = textOf(value);
  return text === undefined ? `#${hex(value.whole)}` : ` ${folded(text)}`;
}

/**
 * What a string holds; undefined for what is none.
 *
 * @throws Error  for one that is not well-formed
 */
export function textOf({ tag, content }: Der): string | undefined {
  return encodings[tag]?.(Buffer.from(content));
}

/** RFC 4518 §2: what cannot be seen counts for nothing, any blanks for one, none at the ends. */
function folded(text: string): string {
  return text
    .replace(/[\s\u0085\p{Z}]/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ +/g, ' ')
    .trim();
}

function utf32(content: Buffer): number[] {
  const count = Math.floor(content.byteLength / 4);
  return Array.from({ length: count }, (_, index) => content.readUInt32BE(index * 4));
}
