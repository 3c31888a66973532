import { beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { encodingsOf, givenUpload } from '../../support/encode-videos.ts';
import { postType } from '../../support/post-resources.ts';
import { type Person, type TestService, useService } from '../../support/service.ts';

// Nobody encodes here: what is asked for stays in the queue.
const service = useService({ encodeConcurrency: 0, encodeQueuedPerOwner: 1 });
const atOnce = useService({ encodeConcurrency: 0, encodeQueuedPerOwner: 1, encodeOnUpload: true });
let source: string;

beforeAll(async () => {
  source = await clip('silent');
});

async function upload(
  to: TestService,
  { owner, ...fields }: { owner: Person; encode?: string; title?: string },
) {
  const type = await postType(to);
  const call = owner.client.post('/rest/videos/');
  const all = { owner: owner.url, type: type.url, title: 'Lecture', ...fields };
  for (const [name, value] of Object.entries(all)) call.field(name, value);
  return call.attach('video', source);
}

const statesOf = async (of: TestService, id: number) => (await encodingsOf(of, id)).map(({ state }) => state);

describe('POST /rest/videos/ with encode', () => {
  test('queues the video in the same request, and shows nothing of the member', async () => {
    const { status, body } = await upload(service, { owner: await service.givenUser(), encode: 'true' });

    expect(status).toBe(201);
    expect(body).toMatchObject({ encoding_in_progress: true, get_encoding_step: '0: start' });
    expect(body).not.toHaveProperty('encode');
    expect(await statesOf(service, body.id)).toEqual(['queued']);
  });

  test('leaves it as it is without the member, with false, and refuses what is neither', async () => {
    const owner = await service.givenUser();
    const [without, not] = [
      await upload(service, { owner }),
      await upload(service, { owner, encode: 'false' }),
    ];
    const { status, body } = await upload(service, { owner, encode: 'later' });

    expect([without.body.encoding_in_progress, not.body.encoding_in_progress]).toEqual([false, false]);
    expect({ status, body }).toEqual({ status: 400, body: { encode: ['Must be a valid boolean.'] } });
  });

  test('is refused as a whole where the owner has as many waiting as may', async () => {
    const owner = await service.givenUser();
    await upload(service, { owner, encode: 'true' });

    const { status, body } = await upload(service, { owner, encode: 'true', title: 'One too many' });

    expect(status).toBe(429);
    expect(body.detail).toMatch(/^The owner of this video has as many encodings waiting as may be: 1\./);
    const { body: found } = await owner.client.get('/rest/videos/?title=One+too+many');
    expect(found.count).toBe(0);
  });
});

describe('PATCH /rest/videos/<id>/ with encode', () => {
  test('asks for a run, of a new source too, and for no second while one waits', async () => {
    const owner = await service.givenUser();
    const { id } = await givenUpload(service, { source, owner });
    const change = () => owner.client.patch(`/rest/videos/${id}/`);

    await change().send({ encode: true, title: 'Again' }).expect(200);
    await change().send({ encode: true }).expect(200);
    expect(await statesOf(service, id)).toEqual(['queued']);

    const { body } = await change().field('encode', 'true').attach('video', source).expect(200);
    expect(body.encoding_in_progress).toBe(true);
    expect(await statesOf(service, id)).toEqual(['queued', 'cancelled']);
  });
});

describe('ENCODE_ON_UPLOAD', () => {
  test('queues each new source, but where the upload says no, and keeps a video that finds no room', async () => {
    const [owner, other] = [await atOnce.givenUser(), await atOnce.givenUser()];

    const { body: queued } = await upload(atOnce, { owner });
    const { status, body: full } = await upload(atOnce, { owner });
    const { body: not } = await upload(atOnce, { owner: other, encode: 'false' });
    const { body: replaced } = await other.client.patch(`/rest/videos/${not.id}/`).attach('video', source);

    expect(queued.encoding_in_progress).toBe(true);
    expect({ status, isQueued: full.encoding_in_progress }).toEqual({ status: 201, isQueued: false });
    expect(not.encoding_in_progress).toBe(false);
    expect(replaced.encoding_in_progress).toBe(true);
  });
});
