import { crc32, deflateSync } from 'node:zlib';

/** A PNG of black pixels, a bit each: of 30,000 x 30,000 it takes 110 KB. @param rows  those that are in it; absent: all */
export function png({
  width,
  height,
  rows = height,
}: {
  width: number;
  height: number;
  rows?: number;
}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * rows);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A JPEG that a camera says it has held so (EXIF), with a place in its words. */
export function photo(jpeg: Buffer, { orientation }: { orientation: number }): Buffer {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
    // The tag, its type SHORT, one of them.
    Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
    Buffer.from('N 48.8566 E 2.3522'),
  ]);
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, exif), jpeg.subarray(2)]);
}

/** A JPEG of 8 x 8 red pixels in CMYK, as programs for printing write it: inverted, and marked by Adobe. */
export function redInCmyk(): Buffer {
  const components = [1, 2, 3, 4];
  const code = (lengths: number[], symbols: number[]) => [
    ...Array.from({ length: 16 }, (_, place) => lengths[place] ?? 0),
    ...symbols,
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1')),
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(8)])),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 4, ...components.flatMap((id) => [id, 0x11, 0])])),
    // 00: seven bits follow, 01: eight; 0: nothing else in the block.
    segment(0xc4, Buffer.from([0x00, ...code([0, 2], [7, 8])])),
    segment(0xc4, Buffer.from([0x10, ...code([1], [0])])),
    segment(0xda, Buffer.from([4, ...components.flatMap((id) => [id, 0]), 0, 63, 0])),
    // 127 (no ink) of cyan, -128 (full) of magenta and of yellow, 127 of black.
    bits('0011111110', '01011111110', '01011111110', '0011111110'),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: Buffer): Buffer {
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), content]);
}

function bits(...codes: string[]): Buffer {
  const text = codes.join('');
  const bytes = text.padEnd(Math.ceil(text.length / 8) * 8, '1').match(/.{8}/g) ?? [];
  // A byte of ones is followed by one of zeros, or it would be a marker.
  return Buffer.from(bytes.flatMap((byte) => (byte === '11111111' ? [255, 0] : [Number.parseInt(byte, 2)])));
}
