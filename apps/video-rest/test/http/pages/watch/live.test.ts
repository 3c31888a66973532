import { eventually } from '@campus/testing';
import { afterEach, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../../support/accounts.ts';
import { givenBroadcaster, givenEncoding, givenVideo } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const service = useService();
const encodings = '/admin/encodings/live/';

const open: AbortController[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});

/** A run that has failed, or one in the state that these columns say, as the latest of a video. */
async function givenLatest(videoId: number, columns = 'percent = 0'): Promise<void> {
  const { id } = await givenEncoding(service.db, videoId);
  await service.sql.query(`update encodings set ${columns} where id = $1`, [id]);
  await service.sql.query('update videos set latest_encoding_id = $1 where id = $2', [id, videoId]);
}

/** A part as `EventSource` asks for it, and all that has come so far. */
async function follow(visitor: Visitor, path: string) {
  const gone = new AbortController();
  open.push(gone);
  const headers = { Accept: 'text/event-stream', Referer: `${service.url}/admin/encodings/` };
  const response = await visitor.open(path, { headers, signal: gone.signal });
  const stream = { response, text: '', isOver: false };
  const decoder = new TextDecoder();
  const write = (chunk: Uint8Array) => {
    stream.text += decoder.decode(chunk, { stream: true });
  };
  const over = () => {
    stream.isOver = true;
  };
  response.body?.pipeTo(new WritableStream({ write })).then(over, () => {});
  return stream;
}

describe('The queue of the encoder', () => {
  test.each([
    ['the session', 'delete from sessions'],
    ['the account', 'update users set is_active = false where username = $1'],
    ['the right to see it', 'update users set is_staff = false where username = $1'],
  ])('ends with %s, and says so', async (_what, statement) => {
    const helper = await givenUser(service.db, { isStaff: true });
    const stream = await follow(await signedIn(service, helper), encodings);
    await eventually(() => expect(stream.text).toContain('event: part'));

    await service.sql.query(statement, statement.includes('$1') ? [helper.username] : []);

    await eventually(() => expect(stream.isOver).toBe(true));
    expect(stream.text).toMatch(/event: ended\ndata: .*not kept up to date/);
    expect(stream.text).toContain('/accounts/login/?next=%2Fadmin%2Fencodings%2F');
  });

  test('Given nobody who is signed in, Then the stream says so, and is no page', async () => {
    const stream = await follow(visitorOf(service), encodings);

    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await eventually(() => expect(stream.text).toContain('event: ended'));
  });

  test('Given two members of staff, Then each has forms of their own session', async () => {
    const people = [
      await signedIn(service, await givenUser(service.db, { isStaff: true })),
      await signedIn(service, await givenUser(service.db, { isStaff: true })),
    ];
    const owner = await givenUser(service.db);
    const { id } = await givenVideo(service.db, { ownerId: owner.id, title: 'Lecture' });
    await givenLatest(id);

    const streams = await Promise.all(people.map((person) => follow(person, encodings)));
    // On the bytes of the stream, whose parts are no pages.
    const tokenIn = (text: string) => /csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1];

    await eventually(() => expect(streams.every(({ text }) => tokenIn(text) !== undefined)).toBe(true));
    expect(new Set(streams.map(({ text }) => tokenIn(text))).size).toBe(2);
  });
});

describe('A video that is being encoded', () => {
  test('is followed by strangers where it is public, and by its owner as long as they are signed in', async () => {
    const owner = await givenUser(service.db);
    const { id, slug } = await givenVideo(service.db, { ownerId: owner.id, title: 'Lecture' });
    await givenLatest(id, `state = 'queued', finished_at = null, error = null`);
    const path = `/video/${slug}/live/`;
    const stranger = await follow(visitorOf(service), path);
    const own = await follow(await signedIn(service, owner), path);
    await eventually(() => expect(stranger.text).toContain('event: part'));
    await eventually(() => expect(own.text).toContain('event: part'));

    await service.sql.query('delete from sessions');

    await eventually(() => expect(own.text).toContain('event: ended'));
    expect(stranger.isOver).toBe(false);
  });

  test('gets its poster once there is one, also where its media are for some', async () => {
    const owner = await givenUser(service.db);
    const { id, slug } = await givenVideo(service.db, { ownerId: owner.id, isRestricted: true });
    await givenLatest(id, `state = 'running', finished_at = null, error = null`);
    const stream = await follow(await signedIn(service, owner), `/video/${slug}/live/`);
    await eventually(() => expect(stream.text).toContain('event: part'));
    expect(stream.text).not.toContain('<img');

    await service.sql.query(`update videos set early_poster = 'poster-1.jpg' where id = $1`, [id]);

    const address = new RegExp(`<img src="/media/signed/[^"]+/videos/${id}/poster/poster-1.jpg"`);
    await eventually(() => expect(stream.text).toMatch(address));
  });
});

test('A restricted broadcaster is followed by staff for as long as they are, and their page then loads anew', async () => {
  const { id, slug } = await givenBroadcaster(service.db);
  const data = { streamUrl: `https://live.example.org/${slug}.m3u8`, isRestricted: true, status: true };
  await service.db.prisma.broadcaster.update({ where: { id }, data });
  const [helper, other] = [
    await givenUser(service.db, { isStaff: true }),
    await givenUser(service.db, { isStaff: true }),
  ];
  const path = `/live/${slug}/state/?shown=true`;
  const stream = await follow(await signedIn(service, helper), path);
  const staying = await follow(await signedIn(service, other), path);
  for (const one of [stream, staying]) await eventually(() => expect(one.text).toContain('On air'));

  await service.sql.query('update users set is_staff = false where id = $1', [helper.id]);

  await eventually(() => expect(stream.isOver).toBe(true));
  expect(stream.text).toContain('event: over');
  expect(staying.isOver).toBe(false);
});
