import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mediaPath, readMediaPath, scopeOf } from '../../../src/http/media/media-file.ts';
import { readKeptPath } from '../../../src/http/media/media-urls.ts';
import { isSigned, signatureFor } from '../../../src/http/signature.ts';

const key = Buffer.alloc(32, 7);
const place = { videoId: 7, folder: 'encoding-12', file: 'master.m3u8' };
const now = new Date('2027-01-31T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('A path below /media', () => {
  test('names what it was made for', () => {
    const ids = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    const folders = fc.oneof(
      fc.constant('source'),
      ids.map((id) => `encoding-${id}`),
    );
    const files = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}\.[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(ids, folders, files, (videoId, folder, file) => {
        const asked = readMediaPath(`/videos/${mediaPath({ videoId, folder, file })}`);
        expect(asked).toMatchObject({ mediaFile: { videoId, folder, file }, signature: null });
      }),
    );
  });

  test.each([
    '/videos/7/encoding-12/../source/x.mp4',
    '/videos/7/encoding-12/..%2fsource%2fx.mp4',
    '/videos/7/encoding-12/a/b.mp4',
    '/videos/7/encoding-12/a%2fb.mp4',
    '/videos/7/encoding-12/a\\b.mp4',
    '/videos/7/encoding-12/x%00.mp4',
    '/videos/7/encoding-12/.hidden.mp4',
    '/videos/7/encoding-12/x..mp4',
    '/videos/7/encoding-12/X.mp4',
    '/videos/7/encoding-12/x.mp4/',
    '/videos/7/encoding-12/x.mp4\n',
    '/videos/7/encoding-12/',
    '/videos/7/encoding-012/x.mp4',
    '/videos/7/encoding--1/x.mp4',
    '/videos/07/encoding-12/x.mp4',
    '/videos/%37/encoding-12/x.mp4',
    '/videos/0/source/x.mp4',
    '/videos/2147483648/source/x.mp4',
    '/videos/7/encoding-9999999999/x.mp4',
    '//videos/7/source/x.mp4',
    '/videos//7/source/x.mp4',
    '/tmp/1/x.mp4',
    '/signed/videos/7/source/x.mp4',
    '/signed/1-a/signed/1-a/videos/7/source/x.mp4',
    '/',
    '',
  ])('%j names nothing', (path) => {
    expect(readMediaPath(path)).toBeNull();
  });

  test.each(['/files/2147483648/file-a.pdf', '/images/9999999999/large-a.webp'])(
    '%j names nothing that anybody keeps',
    (path) => {
      expect(readKeptPath(path)).toBeNull();
    },
  );
});

describe('A signature', () => {
  const signature = signatureFor(scopeOf(place), { key, expiresAt: later(60_000) });

  test('holds until its time, for all files of the folder', () => {
    expect(isSigned(scopeOf(place), { signature, key, now })).toBe(true);
    expect(isSigned(scopeOf({ ...place, file: '720.m4s' }), { signature, key, now: later(59_999) })).toBe(
      true,
    );
    expect(isSigned(scopeOf(place), { signature, key, now: later(60_000) })).toBe(false);
  });

  test.each([
    ['another video', { ...place, videoId: 8 }],
    ['another run', { ...place, folder: 'encoding-1' }],
    ['the source', { ...place, folder: 'source' }],
  ])('holds not for %s', (_what, other) => {
    expect(isSigned(scopeOf(other), { signature, key, now })).toBe(false);
  });

  test('of one source holds not for another of the same video', () => {
    const source = { videoId: 7, folder: 'source', file: 'source-a.mp4' };
    const signed = signatureFor(scopeOf(source), { key, expiresAt: later(60_000) });

    expect(isSigned(scopeOf(source), { signature: signed, key, now })).toBe(true);
    expect(isSigned(scopeOf({ ...source, file: 'source-b.mp4' }), { signature: signed, key, now })).toBe(
      false,
    );
  });

  test('holds not when any of it is changed, nor with another key', () => {
    fc.assert(
      fc.property(fc.nat({ max: signature.length - 1 }), fc.stringMatching(/^[\w-]$/), (index, character) => {
        fc.pre(signature[index] !== character);
        const tampered = signature.slice(0, index) + character + signature.slice(index + 1);
        expect(isSigned(scopeOf(place), { signature: tampered, key, now })).toBe(false);
      }),
    );
    expect(isSigned(scopeOf(place), { signature, key: Buffer.alloc(32), now })).toBe(false);
    for (const wrong of ['', '-', '1-', 'x', `${signature}A`, signature.slice(0, -1)]) {
      expect(isSigned(scopeOf(place), { signature: wrong, key, now })).toBe(false);
    }
  });
});
