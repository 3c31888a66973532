import { eventually, sharedS3Server, startS3Server } from '@campus/testing';
import { expect, test } from '@jest/globals';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { openObjectStore } from '../../src/storage/objects/object-store.ts';
import { givenBucketSettings } from '../support/buckets.ts';
import { useStorage } from '../support/storage.ts';
import { useStoreProxies } from '../support/store-proxies.ts';

const mebibyte = 2 ** 20;
const settings = await givenBucketSettings(await sharedS3Server());
const media = useStorage({}, { bucket: async () => settings });
const { behindProxy } = useStoreProxies(settings);

test('When the server is killed in the middle of a part, the change fails, and what had come goes once it is back', async () => {
  await using own = await startS3Server();
  const real = await givenBucketSettings(own);
  await givenSameOwner(real);
  let parts = 0;
  const bucket = await behindProxy((asked, _answer, pass) => {
    if (asked.method === 'PUT' && asked.url?.includes('partNumber')) {
      parts += 1;
      if (parts === 2) void own.kill();
    }
    pass();
  }, real);
  const storage = await media.openAnother({ bucket });
  const temporaryFile = await media.givenFile('x'.repeat(40 * mebibyte));

  const placing = storage.place((place) => place.source({ temporaryFile, extension: 'mp4' }));

  await expect(placing).rejects.toMatchObject({ code: 'store_away' });
  await own.start();
  const objects = openObjectStore(real);
  await eventually(async () => {
    await storage.sweep();
    const left: string[] = [];
    for await (const key of objects.list()) left.push(key);
    expect(left).toEqual(['owner']);
  });
  objects.close();
  await media.storage.removeTemporary(temporaryFile);
});

/** Lets a bucket belong to the database of these tests. */
async function givenSameOwner(bucket: ObjectStoreSettings): Promise<void> {
  const [ours, other] = [openObjectStore(settings), openObjectStore(bucket)];
  await other.putBytes('owner', Buffer.from(String(await ours.readText('owner'))));
  for (const one of [ours, other]) one.close();
}
