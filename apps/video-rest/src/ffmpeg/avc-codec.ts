/**
 * The RFC 6381 name of the H.264 stream in an MP4 file, such as `avc1.64001f`: profile, constraints and level are
 * bytes 1 to 3 of the `avcC` box (ISO 14496-15, 5.2.4.1). Pure.
 *
 * @param start  the beginning of the file, with its `moov` box
 * @returns null when there is no such box
 */
export function avcCodec(start: Uint8Array): string | null {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const box = bytes.indexOf('avcC', 0, 'latin1');
  const profile = box + 'avcC'.length + 1;
  if (box < 0 || profile + 3 > bytes.length) return null;
  return `avc1.${bytes.toString('hex', profile, profile + 3)}`;
}
