import { readFile } from 'node:fs/promises';
import { useFaults } from '@campus/testing/faults';
import { expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { givenFolder } from '../../support/kept-files.ts';
import { sendImage } from '../../support/kept-images.ts';
import { postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';
import { metadataOf, tus, tusBytes } from '../../support/tus.ts';

const service = useService();
const faults = useFaults();

/** Asks while the first of these calls fails, then the second, until none is left. @returns each answer's status */
async function whileEachFails(call: 'stat', ask: () => PromiseLike<{ status: number }>) {
  const statuses: number[] = [];
  for (let nth = 1; ; nth += 1) {
    faults.begin({ calls: [call], code: 'EIO', nth });
    const { status } = await ask();
    if (faults.end().hits.length === 0) return { statuses, last: status };
    statuses.push(status);
  }
}

test('Given a disk that cannot tell once whether a file is there, When an image is sent, Then it is kept or answered 503, and never called damaged', async () => {
  const { url: folder } = await givenFolder(service.ada);

  const { statuses, last } = await whileEachFails('stat', () => sendImage(service.ada, { folder }));

  expect(statuses).toContain(503);
  expect(statuses.filter((status) => status !== 503 && status !== 201)).toEqual([]);
  expect(last).toBe(201);
});

test('Given a disk that cannot be read once, When uploads are joined, Then that is answered 503, and taken when it is sent again', async () => {
  const { url: type } = await postType(service, { title: 'Lecture' });
  const bytes = await readFile(await clip('tiny'));
  const parts: string[] = [];
  for (const part of [bytes.subarray(0, 1000), bytes.subarray(1000)]) {
    const { headers } = await service.ada.client
      .post('/rest/uploads/')
      .set({ ...tusBytes, 'Upload-Length': String(part.length), 'Upload-Concat': 'partial' })
      .send(part)
      .expect(201);
    parts.push(String(headers.location));
  }
  const texts = { filename: 'algebra.mp4', title: 'Algebra', type, owner: service.ada.url };
  const join = () =>
    service.ada.client
      .post('/rest/uploads/')
      .set({ ...tus, 'Upload-Concat': `final;${parts.join(' ')}`, ...metadataOf(texts) });

  faults.begin({ calls: ['read'], code: 'EIO', nth: 1 });
  const { status } = await join();

  expect(faults.end().hits).toHaveLength(1);
  expect(status).toBe(503);
  await join().expect(201);
});
