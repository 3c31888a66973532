import { expect, test } from '@jest/globals';
import { bytesWithSize, pictureSize } from '../../src/library/kept-images.ts';
import { ffmpegBytes } from '../support/kept-images.ts';

const given = (size: string, pixels: string, ...args: string[]) =>
  ffmpegBytes([
    '-f',
    'lavfi',
    '-i',
    `color=red:size=${size}`,
    '-vf',
    `format=${pixels}`,
    '-frames:v',
    '1',
    ...args,
  ]);

test.each([
  ['JPEG', 'yuvj420p', ['-f', 'mjpeg']],
  ['WebP', 'yuv420p', ['-c:v', 'libwebp', '-f', 'image2pipe']],
  ['WebP without losses', 'bgra', ['-c:v', 'libwebp', '-lossless', '1', '-f', 'image2pipe']],
  ['WebP that is seen through', 'yuva420p', ['-c:v', 'libwebp', '-f', 'image2pipe']],
])('The beginning of a picture tells its size: %s', async (_what, pixels, args) => {
  const content = await given('1282x334', pixels, ...args);

  expect(pictureSize(content.subarray(0, bytesWithSize))).toEqual({ widthPixels: 1282, heightPixels: 334 });
});

test.each([
  ['nothing', ''],
  ['no picture', 'what is this?'],
  ['a JPEG that ends early', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['a JPEG whose frame ends early', '\xff\xd8\xff\xc0\x00\x11\x08'],
  ['a WebP that ends early', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
])('Given %s, Then there is no size', (_what, content) => {
  expect(pictureSize(Buffer.from(content, 'latin1'))).toBeUndefined();
});
