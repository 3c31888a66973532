import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { randomName } from '../../src/storage/layout.ts';
import type { TestStorage } from './storage.ts';

async function* brokenAfter(words: string) {
  yield Buffer.from(words);
  throw new Error('the client is gone');
}

/** What every place for media promises of what comes in pieces. */
export function growingCases(media: TestStorage): void {
  const append = (name: string, at: number, words: string, storage = media.storage) =>
    storage.growing.append({ name, at, content: Readable.from([Buffer.from(words)]) });
  const contentOf = async (name: string) => text(await media.storage.growing.contentOf(name));

  describe('What comes in pieces', () => {
    test('grows by each of them, whichever process takes it', async () => {
      const name = randomName();
      const another = await media.openAnother();

      const first = await append(name, 0, 'one ');
      const second = await append(name, first, 'two', another);

      expect([first, second]).toEqual([4, 7]);
      expect(await contentOf(name)).toBe('one two');
    });

    test('keeps what has come of a piece that breaks off', async () => {
      const name = randomName();

      const size = await media.storage.growing.append({
        name,
        at: 0,
        content: Readable.from(brokenAfter('half')),
      });

      expect(size).toBe(4);
      expect(await contentOf(name)).toBe('half');
    });

    test('loses what nobody has counted, when the next piece comes', async () => {
      const name = randomName();
      await append(name, 0, 'counted, not counted');

      await append(name, 7, '!');

      expect(await contentOf(name)).toBe('counted!');
    });

    test('is refused when bytes are missing that were counted', async () => {
      const name = randomName();
      await append(name, 0, 'short');

      const appending = append(name, 9, '!');

      await expect(appending).rejects.toThrow('bytes, but 9 of them are noted');
    });

    test('ends when it is told to, and keeps what has come', async () => {
      const name = randomName();
      const stop = new AbortController();
      async function* endless() {
        yield Buffer.from('some');
        stop.abort();
        await new Promise(() => {});
      }

      const size = await media.storage.growing.append({
        name,
        at: 0,
        content: Readable.from(endless()),
        signal: stop.signal,
      });

      expect(await contentOf(name)).toBe('some'.slice(0, size));
    });

    test('is joined of whole files, as often as one likes', async () => {
      const [one, two, whole] = [randomName(), randomName(), randomName()];
      await append(one, 0, 'one ');
      await append(two, 0, 'two, and more');
      const parts = [
        { name: one, size: 4 },
        { name: two, size: 3 },
      ];

      await media.storage.growing.join(whole, parts);
      await media.storage.growing.join(whole, parts);

      expect(await contentOf(whole)).toBe('one two');
    });
  });
}
