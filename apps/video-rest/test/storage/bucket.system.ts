import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { updateVideo } from '../../src/data/videos.ts';
import { randomName } from '../../src/storage/layout.ts';
import { growingCases } from '../support/growing-cases.ts';
import { instances, useInstance } from '../support/instances.ts';
import { useStorage } from '../support/storage.ts';
import { storageCases } from '../support/storage-cases.ts';

const mebibyte = 2 ** 20;

useInstance(instances.several);
const media = useStorage();

storageCases(media);
growingCases(media);

describe('An upload in pieces', () => {
  test('of several blocks becomes a source with all its bytes, past a process that died after it had brought more than was counted', async () => {
    const { growing } = media.storage;
    const another = await media.openAnother();
    const content = randomBytes(30 * mebibyte);
    const { id } = await media.givenVideo();
    const name = randomName();
    const piece = (from: number, to: number) => Readable.from([content.subarray(from, to)]);
    const counted = await growing.append({ name, at: 0, content: piece(0, 11 * mebibyte) });
    await growing.append({ name, at: counted, content: piece(counted, 27 * mebibyte) });

    await another.growing.append({ name, at: counted, content: piece(counted, content.length) });
    await another.place(async (place) => {
      const source = await place.grown({ name, extension: 'mp4' });
      await media.db.prisma.$transaction(async (tx) => {
        const sourceFile = await source.into(tx, id);
        await updateVideo(tx, id, { sourceFile });
      });
    });
    await growing.remove(name);
    await media.storage.tidyFolder({ table: 'videos', id });

    const { sourceFile } = await media.db.prisma.video.findUniqueOrThrow({ where: { id } });
    const read = await media.storage.withSource({ videoId: id, sourceFile }, async (address) =>
      Buffer.from(await (await fetch(address)).arrayBuffer()),
    );
    expect(read.equals(content)).toBe(true);
    for (const left of await growing.names()) await growing.remove(left);
    await media.storage.sweep();
    expect(await media.leftOver()).toEqual([]);
  });
});
