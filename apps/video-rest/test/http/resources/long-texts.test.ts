import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { longAnswerLimits, maxAnswerBytes, maxShownBytes, maxTextLength } from '@campus/rest';
import { eventually } from '@campus/testing';
import { readPage } from '@campus/testing/markup';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { maxBatchBytes, publicVideos } from '../../../src/data/public-videos.ts';
import { givenType, givenVideo, givenVideoRows } from '../../support/given-records.ts';
import { postBroadcaster, postType } from '../../support/post-resources.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();
const count = 9;
/** As rows from before there was a limit may have it. */
const longBytes = 2 * 1024 * 1024;
let owner: Person;

interface Page {
  count: number;
  next: string | null;
  previous: string | null;
  results: { id: number; description: string }[];
}

beforeAll(async () => {
  owner = await service.givenUser();
  const { id: typeId } = await givenType(service.db);
  const ids = await givenVideoRows(service, { count, ownerId: owner.id, typeId });
  await service.sql.query("update videos set description = repeat('x', $2) where id = any($1)", [
    ids,
    longBytes,
  ]);
});

/** All pages from an address on, as clients walk them. */
async function walk(address: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | null = address; next !== null; next = pages.at(-1)?.next ?? null) {
    const { status, body } = await owner.client.get(next.replace(service.url, ''));
    expect(status).toBe(200);
    pages.push(body);
  }
  return pages;
}

describe('A list of rows with long texts', () => {
  test.each([
    ['?page_size=1000', 1],
    ['', 1],
    ['?page=2&page_size=5', 1],
    ['?limit=7&offset=0&ordering=title', 2],
  ])(
    'Given %s, Then each page ends in time, and its links lead to every row once',
    async (query, pagesOfShortTexts) => {
      const pages = await walk(`/rest/videos/${query}`);

      const ids = pages.flatMap(({ results }) => results.map(({ id }) => id));
      const skipped = query.includes('page=2') ? 5 : 0;
      expect(new Set(ids).size).toBe(count - skipped);
      expect(ids).toHaveLength(count - skipped);
      for (const { count: total, results } of pages) {
        expect(total).toBe(count);
        const bytes = results.reduce((sum, { description }) => sum + description.length, 0);
        expect(bytes - longBytes).toBeLessThan(maxAnswerBytes);
      }
      expect(pages.length).toBeGreaterThan(pagesOfShortTexts);
    },
  );

  test('ends earlier on a page for people, which leads on', async () => {
    const { text } = await owner.client
      .get('/rest/videos/?page_size=1000')
      .set('Accept', 'text/html')
      .expect(200);

    const page = readPage(text);
    const notice = page.all('status').find((status) => status.all('link').length > 0);
    expect(notice?.text).toContain('There are more rows than are shown here.');
    const next = notice?.get('link');
    expect(next?.attribute('href')).toMatch(/[?&]page_size=1000&offset=1$/);
    expect(next?.attribute('rel')).toBe('next');
    expect(page.all('navigation', 'Pages')).toEqual([]);
    expect(text.length).toBeLessThan(longBytes * 2 + maxShownBytes);
  });

  test('is complete in the Dublin Core export, which reads a few at a time', async () => {
    const { text } = await owner.client.get('/rest/dublincore/').buffer(true).expect(200);
    const batches: number[] = [];
    for await (const { rows } of publicVideos(service.db.pool, []))
      batches.push(rows.reduce((sum, { description }) => sum + String(description).length, 0));

    expect(text.match(/<rdf:Description /g)).toHaveLength(count);
    expect(text).toContain('</rdf:RDF>');
    for (const bytes of batches) expect(bytes - longBytes).toBeLessThan(maxBatchBytes);
  });
});

describe('Slow readers of long answers', () => {
  // Of an answer that nobody reads, Linux takes 4 MiB from its sender, and little more for its receiver.
  const unreadBytes = 8 * 1024 * 1024;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    await service.sql.query("update videos set description = repeat('x', $1)", [unreadBytes]);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    // The places are free again.
    await eventually(async () => {
      expect((await owner.client.get('/rest/videos/?page_size=1000')).status).toBe(200);
    });
  });

  /** Asks for a list, and reads no more than the first bytes of the answer. Gives its status. */
  async function askSlowly(person: Person): Promise<number> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `GET /rest/videos/?page_size=1000 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Token ${person.token}\r\n\r\n`,
    );
    const [first] = await once(socket, 'data');
    socket.pause();
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(first))?.[1]);
  }

  test('of one caller come one after the other, eight at once', async () => {
    const asked = Array.from({ length: 8 }, () => owner.client.get('/rest/videos/?page_size=1000'));

    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('have some places each, for which some wait: the next is refused at once, and nobody else waits', async () => {
    const { atATimePerCaller: own, waitingPerCaller } = longAnswerLimits;
    const statuses = [];
    while (statuses.length < own) statuses.push(await askSlowly(owner));
    // Whichever comes last finds the queue full.
    const next = Array.from({ length: waitingPerCaller + 1 }, () => askSlowly(owner));
    expect(await Promise.race(next)).toBe(429);

    const { status, headers, body } = await owner.client.get('/rest/videos/?page_size=1000');

    expect(statuses).toEqual(Array(own).fill(200));
    expect([status, headers['retry-after']]).toEqual([429, '5']);
    expect(body.detail).toContain('too many of these at once');
    expect((await owner.client.get('/rest/dublincore/')).status).toBe(429);
    expect((await owner.client.get('/rest/types/')).status).toBe(200);
    expect((await service.staff.client.get('/rest/videos/?page_size=1000')).status).toBe(200);
  });
});

describe('A text', () => {
  const tooLong = 'é'.repeat(maxTextLength + 1);
  const problem = `Ensure this field has no more than ${maxTextLength} characters.`;

  test.each([
    ['a video', async () => `/rest/videos/${(await givenVideo(service.db, { ownerId: owner.id })).id}/`],
    ['a broadcaster', async () => `/rest/broadcasters/${(await postBroadcaster(service)).slug}/`],
    ['a type', async () => `/rest/types/${(await postType(service)).id}/`],
  ])('that describes %s has a limit, which OPTIONS tells', async (_what, given) => {
    const path = await given();

    const refused = await service.root.client.patch(path).send({ description: tooLong });
    const taken = await service.root.client.patch(path).send({ description: tooLong.slice(1) });
    const { body: options } = await service.root.client.options(path);

    expect([refused.status, refused.body]).toEqual([400, { description: [problem] }]);
    expect([taken.status, taken.body.description?.length]).toEqual([200, maxTextLength]);
    expect(options.actions.PUT.description.max_length).toBe(maxTextLength);
  });

  test('that is longer already stays when it is sent back as it was shown, and is not made longer', async () => {
    const { id } = await givenVideo(service.db, { ownerId: owner.id });
    await service.db.prisma.video.update({ where: { id }, data: { description: tooLong } });
    const path = `/rest/videos/${id}/`;
    const { video: _, ...shown } = (await owner.client.get(path)).body;

    const put = await owner.client.put(path).send({ ...shown, title: 'Other' });
    const form = await owner.client.patch(path).field('description', tooLong).field('title', 'Third');
    const longer = await owner.client.patch(path).send({ description: `${tooLong}x` });

    expect([put.status, put.body.title, put.body.description]).toEqual([200, 'Other', tooLong]);
    expect([form.status, form.body.title]).toEqual([200, 'Third']);
    expect([longer.status, longer.body]).toEqual([400, { description: [problem] }]);
  });
});
