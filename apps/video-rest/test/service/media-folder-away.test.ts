import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { givenUpload } from '../support/encode-videos.ts';
import { givenFile, givenFolder, sendFile } from '../support/kept-files.ts';
import { givenImage, sendImage } from '../support/kept-images.ts';
import { useService } from '../support/service.ts';
import { announcing, sendPiece } from '../support/tus.ts';

const service = useService();
let isAway = false;
const aside = () => `${service.mediaRoot}-aside`;

/** What may stand where the media folder was. */
const inItsPlace = {
  nothing: async () => {},
  'an empty mount point': (place: string) => mkdir(place),
  'the folder of another database': async (place: string) => {
    for (const folder of ['tmp', 'videos', 'uploads'])
      await mkdir(path.join(place, folder), { recursive: true });
    await writeFile(path.join(place, 'owner'), `${'0'.repeat(32)}\n`);
  },
};

async function takeAway(left: keyof typeof inItsPlace = 'nothing'): Promise<void> {
  await rename(service.mediaRoot, aside());
  isAway = true;
  await inItsPlace[left](service.mediaRoot);
}

async function bringBack(): Promise<void> {
  if (!isAway) return;
  await rm(service.mediaRoot, { recursive: true, force: true });
  await rename(aside(), service.mediaRoot);
  isAway = false;
}

afterEach(async () => {
  await bringBack();
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const filesOf = (table: string, id: number) =>
  filesIn(path.join(service.mediaRoot, table, '0000', String(id)));

/** Calls what was tried in vain, and waits for its next time, again at once. @returns how many jobs that are */
async function tryAgain(queue: string): Promise<number> {
  const { rowCount } = await service.sql.query(
    "update pgboss.job set start_after = now() where name = $1 and state = 'retry'",
    [queue],
  );
  return rowCount ?? 0;
}

describe.each(Object.keys(inItsPlace) as (keyof typeof inItsPlace)[])(
  'Given %s in the place of the media folder',
  (left) => {
    const things = {
      video: async () => {
        const { id, url } = await givenUpload(service, { source: await clip('silent') });
        return { table: 'videos', id, url, queue: 'tidy-video-folder' };
      },
      file: async () => ({ table: 'files', ...(await givenFile(service)), queue: 'tidy-kept-files' }),
      image: async () => ({ table: 'images', ...(await givenImage(service)), queue: 'tidy-kept-files' }),
    };
    test.each(Object.keys(things) as (keyof typeof things)[])(
      'When a %s is deleted, Then what it has on disk goes when that is tried again with the folder back',
      async (thing) => {
        const { table, id, url, queue } = await things[thing]();
        expect(await filesOf(table, id)).not.toEqual([]);
        await takeAway(left);

        await service.root.client.delete(new URL(url).pathname).expect(204);

        await eventually(async () => expect(await tryAgain(queue)).toBe(1));
        await bringBack();
        await eventually(async () => {
          await tryAgain(queue);
          expect(await filesOf(table, id)).toEqual([]);
        });
      },
    );

    test('When a source is asked for, Then that is 503 and not 404, and 404 is what was never there', async () => {
      const { video } = await givenUpload(service, { source: await clip('silent') });
      const source = new URL(video).pathname;
      await service.root.client.get(source).expect(200);
      await takeAway(left);

      const { headers } = await service.root.client.get(source).expect(503);

      expect(headers['retry-after']).toBe('5');
      await bringBack();
      await service.root.client.get(source).expect(200);
    });

    test('When anything is uploaded, Then 503 with Retry-After tells it at once, and nothing is kept', async () => {
      const { client, url: owner } = service.root;
      const { body: type } = await client
        .post('/rest/types/')
        .send({ title: `Lecture ${left}` })
        .expect(201);
      const { url: folder } = await givenFolder(service.root);
      const source = await clip('silent');
      const texts = { title: 'Algebra', type: type.url, owner, filename: 'a.mp4' };
      const begin = () => client.post('/rest/uploads/').set(announcing(9, texts));
      const { headers: begun } = await begin().expect(201);
      const fields = { owner, type: type.url, title: 'Algebra' };
      const uploads = {
        form: () => client.post('/rest/videos/').field(fields).attach('video', source),
        file: () => sendFile(service.root, { folder, name: 'a.txt', content: 'text' }),
        image: () => sendImage(service.root, { folder }),
        'first piece': begin,
        'further piece': () =>
          sendPiece(client, new URL(String(begun.location)).pathname, { bytes: Buffer.from('123') }),
      };
      await takeAway(left);

      const answers: Record<string, unknown> = {};
      for (const [name, send] of Object.entries(uploads)) {
        const { status, headers } = await send();
        answers[name] = [status, headers['retry-after']];
      }

      const told = Object.fromEntries(Object.keys(uploads).map((name) => [name, [503, '5']]));
      expect(answers).toEqual(told);
      expect(await filesIn(service.mediaRoot)).toEqual(
        left === 'the folder of another database' ? [path.join(service.mediaRoot, 'owner')] : [],
      );
      await bringBack();
      await uploads.form().expect(201);
    });
  },
);
