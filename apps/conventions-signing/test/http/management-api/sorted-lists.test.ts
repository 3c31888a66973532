import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { givenManyDrafts } from '../../support/many-drafts.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, metadata } from '../../support/records.ts';
import { givenToken } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

/** Nobody is called: what a call leads to would be a change of its own. */
const service = useService({ webhook: false });

/** In UTC, as the service of the tests goes. */
const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

const get = (query: string) => service.institution.get(`/api/conventions?${query}`);
const idsOf = async (query: string): Promise<number[]> =>
  (await get(query).expect(200)).body.results.map(({ id }: { id: number }) => id);
const send = (id: number, due?: string) =>
  service.institution.post(`/api/conventions/${id}/signature`).send({ due }).expect(202);
const draft = (department: string, title = 'x') => givenDraft(service, { department, title });

async function signed(department: string): Promise<number> {
  const { id } = await givenDraft(service, { department, signatories: 1 });
  await send(id);
  await deposit(service, id, await validPdf()).expect(200);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  return id;
}

describe('?sort=', () => {
  test('orders by number, title, sending, due date, change and signing, each both ways', async () => {
    const department = 'sorted';
    const first = (await draft(department, 'Zoé')).id;
    const second = (await draft(department, 'élève')).id;
    const third = (await draft(department, 'Ada')).id;
    const fourth = await signed(department);
    await send(third, dayIn(9));
    await send(second, dayIn(3));
    const ordered = (sort: string) => idsOf(`department=${department}&sort=${sort}`);

    expect(await ordered('number')).toEqual([first, second, third, fourth]);
    expect(await ordered('title')).toEqual([third, fourth, second, first]);
    expect(await ordered('-sent')).toEqual([second, third, fourth, first]);
    expect(await ordered('due')).toEqual([second, third, first, fourth]);
    expect(await ordered('-updated')).toEqual([second, third, fourth, first]);
    expect(await ordered('-signed')).toEqual([fourth, third, second, first]);
    for (const sort of ['number', 'title', 'sent', 'due', 'updated', 'signed'])
      expect(await ordered(`-${sort}`)).toEqual((await ordered(sort)).toReversed());
  });

  test.each([
    ['sort=q', /must be one of number, title, sent, due, updated, signed, -number/],
    ['sort=title&q=x', /sort goes with no q/],
    ['sort=title&before=7', /before is of a list in the order of number, and sort is title/],
    ['before=x', /before must be what `next` carries, or an id, got "x"/],
    [`sort=due&before=${cursor(['due', '2027-02-30', 1])}`, /must be what `next` carries/],
    [`sort=sent&before=${cursor(['sent', '2027-02-03T24:00:00+00:00', 1])}`, /must be what `next` carries/],
    [`sort=title&before=${cursor(['title', 'a\u0000', 1])}`, /must be what `next` carries/],
    [`sort=title&before=${cursor(['title', 'a', 2 ** 31])}`, /must be what `next` carries/],
    [`sort=title&before=${cursor(['__proto__', 'a', 1])}`, /must be what `next` carries/],
    ['updated_since=yesterday', /updated_since must be an instant such as/],
    ['signed_since=2026-02-30T10:00:00Z', /signed_since must be an instant such as/],
    ['overdue=yes', /overdue must be one of true, false/],
  ])('and the like are refused as %s', async (query, detail) => {
    const { body } = await get(query).expect(400);

    expect(body).toMatchObject({
      type: '/public/problems#invalid_query',
      detail: expect.stringMatching(detail),
    });
  });
});

function cursor(parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** What happens to a record, or beside it, between two pages. */
const change = fc.record({
  what: fc.constantFrom('register', 'send', 'rename', 'due', 'take back', 'delete'),
  which: fc.nat(),
  title: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((title) => title.trim() !== ''),
});

describe('Pages', () => {
  test.each(['number', 'title', 'sent', 'due', 'updated', 'signed'].flatMap((by) => [by, `-${by}`]))(
    'in the order of %s pass over nothing that did not change, and show nothing of it twice',
    async (sort) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uuid(),
          fc.array(change, { minLength: 1, maxLength: 6 }),
          async (department, changes) => {
            const there: number[] = [];
            for (const title of ['b', 'B', 'á', 'a', '', 'c', 'b'])
              there.push((await draft(department, title || ' x')).id);
            await send(there[1] ?? 0, dayIn(2));
            await send(there[4] ?? 0, dayIn(1));
            await send(there[5] ?? 0);
            const left = [...changes];
            const changed = new Set<number>();
            const seen: number[] = [];
            let next: string | null = `/api/conventions?department=${department}&sort=${sort}&page_size=2`;
            while (next !== null) {
              const { body }: { body: { results: { id: number }[]; next: string | null } } =
                await service.institution.get(next).expect(200);
              seen.push(...body.results.map(({ id }) => id));
              next = body.next?.replace(service.url, '') ?? null;
              const now = left.shift();
              if (now !== undefined) changed.add(await make(now, { there, department }));
            }

            for (const id of there.filter((one) => !changed.has(one)))
              expect([id, seen.filter((one) => one === id).length]).toEqual([id, 1]);
          },
        ),
        { numRuns: 3 },
      );
    },
  );
});

/** Makes a change, as far as it is one that can be made, and tells of which record. */
async function make(
  { what, which, title }: { what: string; which: number; title: string },
  { there, department }: { there: number[]; department: string },
): Promise<number> {
  const id = there[which % there.length] ?? 0;
  const at = `/api/conventions/${id}`;
  if (what === 'register') return (await draft(department, title)).id;
  if (what === 'send') await service.institution.post(`${at}/signature`).send({ due: dayIn(which % 5) });
  if (what === 'due') await service.institution.put(`${at}/due`).send({ due: dayIn(which % 5) });
  if (what === 'take back') await service.institution.delete(`${at}/signature`);
  if (what === 'delete') await service.institution.delete(at).send({ reason: 'x' });
  if (what === 'rename') {
    const pdf64 = Buffer.from(await validPdf()).toString('base64');
    await service.institution.put(at).send({ pdf64, metadata: metadata({ title }), department });
  }
  return id;
}

describe('?updated_since=', () => {
  test('is what happened then or later, whatever it was', async () => {
    const department = 'updated';
    const ids = [await draft(department), await draft(department), await draft(department)].map(
      ({ id }) => id,
    );
    const [first = 0, second = 0] = ids;
    await send(first);
    const { body } = await get(`department=${department}&sort=-updated&page_size=1`).expect(200);
    const since = body.results[0].updatedAt;
    await deposit(service, first, await validPdf()).expect(200);
    await send(second);

    const found = await idsOf(`department=${department}&updated_since=${since}`);

    expect(found).toEqual([second, first]);
    const local = new Date(Date.parse(since) + 3_600_000).toISOString().replace('Z', '%2B01:00');
    expect(await idsOf(`department=${department}&updated_since=${local}`)).toEqual(found);
    expect(await idsOf(`department=${department}&updated_since=2100-01-01T00:00:00Z`)).toEqual([]);
  });

  test.each([
    ['few', 5],
    ['thousands', 2_001],
  ])('in a scope of %s is what happened there', async (department, count) => {
    const numbers = await givenManyDrafts(service.sql, count);
    await service.sql.query('update signables set department = $2 where number = any($1)', [
      numbers,
      department,
    ]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const [old, ...others] = numbers.reverse();
    await service.sql.query(
      `update signable_times set updated_at = $2::timestamptz - interval '1 day' where number = $1`,
      [old, since],
    );
    await draft('another scope');
    const { caller } = await givenToken(service, 'management', {
      scope: { departments: [department], workflows: [] },
    });

    const { body } = await caller.get(`/api/conventions?updated_since=${since}&page_size=2`).expect(200);
    const { body: next } = await caller.get(body.next.replace(service.url, '')).expect(200);
    const { body: end } = await caller
      .get(`/api/conventions?updated_since=${since}&before=${others.at(-2)}`)
      .expect(200);

    expect([...body.results, ...next.results].map(({ id }) => id)).toEqual(others.slice(0, 4));
    expect(end).toMatchObject({ results: [{ id: others.at(-1) }], next: null });
  });

  test('shows a record of which no time was noted as changed when it was registered', async () => {
    const department = 'timeless';
    const { id } = await draft(department);
    await service.sql.query(
      'delete from signable_times t using signables s where s.id = t.signable_id and s.number = $1',
      [id],
    );

    const { body } = await get(`department=${department}`).expect(200);

    expect(body.results).toMatchObject([{ id, updatedAt: body.results[0].createdAt, signedAt: null }]);
    await service.institution.get(`/api/conventions/${id}`).expect(200);
  });

  test('tells of a record what the newest event of its history tells', async () => {
    const { id } = await givenInSigning(service);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(2)])
      .expect(200);

    const { body } = await service.institution.get(`/api/conventions/${id}`).expect(200);

    expect(body.updatedAt).toBe(body.history.at(-1).at);
  });
});

describe('?signed_since=', () => {
  test('is what became signed then or later, and still is', async () => {
    const department = 'signed';
    const [early, late, again] = [
      await signed(department),
      await signed(department),
      await signed(department),
    ];
    const { body } = await service.institution.get(`/api/conventions/${late}`).expect(200);
    await send(again);

    expect(body.signedAt).toBe(body.history.find(({ event }: { event: string }) => event === 'signed').at);
    expect(await idsOf(`department=${department}&signed_since=${body.signedAt}`)).toEqual([late]);
    expect(await idsOf(`department=${department}&signed_since=2020-01-01T00:00:00Z&sort=signed`)).toEqual([
      early,
      late,
    ]);
    const { body: begun } = await service.institution.get(`/api/conventions/${again}`).expect(200);
    expect(begun).toMatchObject({ state: 'signing', signedAt: null });
  });

  test('holds of what was signed outside, too', async () => {
    const { id } = await givenDraft(service, { department: 'outside' });
    await service.institution
      .post(`/api/conventions/${id}/signed-outside`)
      .send({ reason: 'on paper' })
      .expect(200);

    expect(await idsOf('department=outside&signed_since=2020-01-01T00:00:00Z')).toEqual([id]);
  });
});

describe('?overdue=', () => {
  test('is what is in signing after its due date', async () => {
    const department = 'overdue';
    const [late, today, never] = [await draft(department), await draft(department), await draft(department)];
    await send(late.id, dayIn(1));
    await send(today.id, dayIn(0));
    await send(never.id);
    const ended = await signed(department);
    await service.sql.query(
      'update signables set due_on = current_date - 1 where kind = $1 and number = any ($2)',
      ['agreement', [late.id, ended]],
    );

    expect(await idsOf(`department=${department}&overdue=true`)).toEqual([late.id]);
    expect(await idsOf(`department=${department}&overdue=false`)).toEqual([ended, never.id, today.id]);
  });
});
