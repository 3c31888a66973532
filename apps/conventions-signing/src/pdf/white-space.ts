/** ISO 32000-1 §7.2.2: white space, which separates words and shows nothing; mail gateways append it. */
export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
}

/** Nothing but white space. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(isWhiteSpace);
}
