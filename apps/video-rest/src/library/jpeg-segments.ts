/**
 * What a JPEG file says before the picture itself, as far as `content` goes.
 *
 * @see ITU-T T.81, B.1.1: each segment has its length behind its marker
 */
export function* jpegSegments(content: Buffer): Generator<{ marker: number; body: Buffer }> {
  let at = 2;
  while (at + 4 <= content.length && content[at] === 0xff && content[at + 1] !== 0xda) {
    const end = at + 2 + content.readUInt16BE(at + 2);
    yield { marker: content.readUInt8(at + 1), body: content.subarray(at + 4, end) };
    at = end;
  }
}
