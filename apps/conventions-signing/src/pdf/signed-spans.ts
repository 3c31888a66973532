import type { SignatureValue } from './signature-values.ts';

/** The two parts of a file that a signature covers, the first from the file's beginning. */
export interface SignedSpans {
  first: Uint8Array;
  second: Uint8Array;
  /** Offset behind the second. */
  end: number;
}

/**
 * The spans that a signature covers, or undefined when they are anything but the file without `Contents`.
 *
 * Forgeries live from a byte range that leaves out more than that, moves, or is missing (Ruhr University
 * Bochum, "1 Trillion Dollar Refund", 2019, and "Shadow Attacks", 2021); readers that guessed were fooled.
 *
 * @see ISO 32000-1 §12.8.1: the byte range is the entire file except the `Contents` string with its brackets
 */
export function signedSpans(
  file: Uint8Array,
  { byteRange, contents }: Pick<SignatureValue, 'byteRange' | 'contents'>,
): SignedSpans | undefined {
  if (byteRange === null || contents === null) return undefined;
  const [start, firstLength, secondStart, secondLength] = byteRange;
  const end = secondStart + secondLength;
  if (start !== 0 || firstLength <= 0 || secondStart <= firstLength || secondLength < 0) return undefined;
  if (end > file.byteLength) return undefined;
  const gap = file.subarray(firstLength, secondStart);
  if (!isHexadecimalOf(gap, contents)) return undefined;
  return { first: file.subarray(0, firstLength), second: file.subarray(secondStart, end), end };
}

function isHexadecimalOf(gap: Uint8Array, contents: Uint8Array): boolean {
  // The cheap comparison first: white space between the digits, which §7.3.4.3 allows, is not worth a limit.
  if (gap.byteLength > contents.byteLength * 4 + '<>'.length) return false;
  const text = Buffer.from(gap.buffer, gap.byteOffset, gap.byteLength).toString('latin1');
  const digits = /^<([0-9a-fA-F\0\t\n\f\r ]*)>$/.exec(text)?.[1]?.replace(/[\0\t\n\f\r ]/g, '');
  if (digits === undefined) return false;
  // §7.3.4.3: a missing last digit is 0.
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  return Buffer.from(even, 'hex').equals(contents);
}
