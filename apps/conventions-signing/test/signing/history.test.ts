import { readPage, rowsOf } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { signIn } from '../support/console.ts';
import { validPdf } from '../support/pdfs.ts';
import { givenDelivered } from '../support/read-console.ts';
import {
  dateOf,
  deposit,
  givenDraft,
  givenInSigning,
  type Kind,
  metadata,
  type RecordOnWire,
  recordOf,
} from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService();
const manyEvents = 20_000;

const internalId = `(select id from signables where kind = 'agreement' and number = $1)`;

/** Adds so many dates to the history that a signing application has changed, one a second from the beginning of 2026. */
async function givenDateChanges(id: number, { count, round = 1 }: { count: number; round?: number }) {
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select ${internalId}, timestamptz '2026-01-01' + n * interval '1 second', 'date-recorded', 'token:0123456789ab',
       jsonb_build_object('round', $3::int, 'order', 1, 'mail', 'signatory1@example.org',
         'signatureDate', '2026-03-01T09:00:00.000+0000', 'submissionDate', null,
         'replaced', '{"signatureDate": "2026-03-01T08:00:00.000+0000", "submissionDate": null}'::jsonb)
     from generate_series(1, $2::int) n`,
    [id, count, round],
  );
}

async function historyOf(path: string): Promise<{ results: RecordOnWire['history']; next: string | null }> {
  const { body } = await service.institution.get(path).expect(200);
  return body;
}

function report(id: number, ...entries: object[]) {
  return service.vendor.patch(`/public/api/conventions/${id}/dates`).send(entries);
}

describe('Given a record with 20,000 events', () => {
  test('When it is read, Then it has the newest hundred, and the way to the earlier ones', async () => {
    const { id } = await givenInSigning(service);
    await givenDateChanges(id, { count: manyEvents });

    const response = await service.institution.get(`/api/conventions/${id}`).expect(200);
    const record = response.body;

    expect(response.text.length).toBeLessThan(100_000);
    expect(record.history).toHaveLength(100);
    const instants = record.history.map(({ at }: { at: string }) => Date.parse(at));
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    const earlier = await historyOf(
      `/api/conventions/${id}/history?page_size=200&before=${record.historyBefore}`,
    );
    expect(Date.parse(earlier.results[0]?.at ?? '')).toBe(instants[0] - 1000);
    const next = await historyOf(earlier.next?.replace(service.url, '') ?? '');
    expect(next.results).toHaveLength(200);
    expect(Date.parse(next.results[0]?.at ?? '')).toBe(instants[0] - 201_000);
  });

  test('When its page is opened, Then it is small, tells what matters, and leads to the earlier events', async () => {
    const { id } = await givenInSigning(service);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await givenDateChanges(id, { count: manyEvents, round: 2 });
    const staff = await signIn(service, 'reader');

    const { text } = await staff.get(`/console/conventions/${id}/`).expect(200);
    const record = readPage(text);
    const page = await staff.page(record.get('link', 'Earlier events').attribute('href') ?? '');

    expect(text.length).toBeLessThan(200_000);
    // Both are as old as the record: what was registered, and the round that was set aside.
    expect(rowsOf(record).map((row) => row.text)).toContainEqual(
      expect.stringMatching(/^As registered\n.* institution's application/),
    );
    expect(record.names('heading')).toContain('Rounds that were set aside');
    expect(
      page.all('listitem', /^/).filter((event) => event.text.includes('Date of signature recorded')),
    ).toHaveLength(50);
    expect(page.names('link')).toContain('Older');
    const first = await staff.page(`/console/conventions/${id}/history/?before=1`);
    expect(first.names('link')).not.toContain('Older');
  });
});

describe('GET /api/conventions/:id/history', () => {
  test('Given few events, Then all are on one page, the newest first, and the record has them too', async () => {
    const { id } = await givenDelivered(service);
    await report(id, dateOf(1)).expect(200);

    const { results, next } = await historyOf(`/api/conventions/${id}/history`);
    const record = (await recordOf(service, id)) as RecordOnWire & { historyBefore: string | null };

    expect(next).toBeNull();
    expect(results).toEqual(record.history.toReversed());
    expect(record.historyBefore).toBeNull();
  });

  test('Given details of a megabyte, Then a page ends early, and the pages have each event once', async () => {
    const { id } = await givenDraft(service);
    await service.sql.query(
      `insert into history (signable_id, at, event, actor, detail)
       select ${internalId}, now(), 'replaced', 'service', jsonb_build_object('reason', n || repeat('x', 300000))
       from generate_series(1, 8) n`,
      [id],
    );

    const { body } = await service.institution.get(`/api/conventions/${id}`).expect(200);
    const seen = [...body.history].reverse();
    let next: string | null = `/api/conventions/${id}/history?before=${body.historyBefore}`;
    while (next !== null) {
      const page = await historyOf(next);
      seen.push(...page.results);
      next = page.next?.replace(service.url, '') ?? null;
    }

    expect(body.history).toHaveLength(3);
    expect(seen.map(({ detail }) => String(detail.reason).at(0))).toEqual([...'87654321', 'u']);
  });

  test.each(['before=x', 'before=-1', `before=${'9'.repeat(19)}`, 'page_size=201', 'event=signed'])(
    '%s: 400',
    async (query) => {
      const { id } = await givenDraft(service);

      await service.institution.get(`/api/conventions/${id}/history?${query}`).expect(400);
    },
  );

  test('of nothing: 404', async () => {
    await service.institution.get('/api/avenants/999999/history').expect(404);
  });
});

describe('A round', () => {
  test('takes fifty versions: the next one is refused, one of them again is not, and the next round begins anew', async () => {
    const { id } = await givenInSigning(service);
    const first = await validPdf({ text: 'the first' });
    await deposit(service, id, first).expect(200);
    await service.sql.query(
      `with d as (insert into documents (sha256, size, bytes)
         select encode(sha256(n::text::bytea), 'hex'), 1, 'x' from generate_series(2, 50) n returning id)
       insert into deposits (signable_id, version, round, document_id, registered_document_id, signatures,
         signature_rules, deposited_at, actor)
       select signable_id, 1 + row_number() over (), round, d.id, registered_document_id, signatures, signature_rules,
         deposited_at, actor
       from deposits, d where signable_id = ${internalId}`,
      [id],
    );
    const other = await validPdf({ text: 'one too many' });

    const refused = await deposit(service, id, other).expect(409);
    await deposit(service, id, first).expect(200);

    expect(refused.body).toMatchObject({ title: 'Too many versions' });
    expect((await recordOf(service, id)).deposits).toHaveLength(50);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await deposit(service, id, other).expect(200);
  });

  test('takes five hundred changes of dates: first dates are none, and the same again is none', async () => {
    const { id } = await givenInSigning(service, { signatories: 2 });
    await report(id, dateOf(1)).expect(200);
    await givenDateChanges(id, { count: 499 });
    const changed = dateOf(1, { signatureDate: '2026-03-02T10:00:00.000+0100' });
    await report(id, changed).expect(200);

    const refused = await report(id, dateOf(1)).expect(409);
    await report(id, changed).expect(200);
    await report(id, changed, dateOf(2)).expect(200);

    expect(refused.body).toMatchObject({ title: 'Too many changes of dates' });
    expect((await recordOf(service, id)).signatory.map(({ signatureDate }) => signatureDate)).toEqual([
      '2026-03-02T09:00:00.000+0000',
      '2026-03-01T09:00:00.000+0000',
    ]);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await report(id, dateOf(1)).expect(200);
    await report(id, changed).expect(200);
  });

  test('takes a hundred requests to call again', async () => {
    const { id, deliveries } = await givenInSigning(service);
    const delivery = deliveries[0]?.id;
    await service.sql.query(
      `insert into history (signable_id, at, event, actor, detail)
       select ${internalId}, now(), 'redelivered', 'service', jsonb_build_object('delivery', $2::text)
       from generate_series(1, 100)`,
      [id, delivery],
    );

    const refused = await service.institution.post(`/api/deliveries/${delivery}/redeliver`).expect(409);

    expect(refused.body).toMatchObject({ title: 'Called again too often' });
  });
});

test.each<Kind>(['conventions', 'avenants'])(
  'Given a draft of %s, When it is replaced by the same, Then nothing is written again',
  async (kind) => {
    const pdf = await validPdf();
    const draft = await givenDraft(service, { kind, pdf });
    const same = { pdf64: Buffer.from(pdf).toString('base64'), metadata: metadata() };

    const { body } = await service.institution.put(`/api/${kind}/${draft.id}`).send(same).expect(200);

    expect(body).toEqual(draft);
    const other = { ...same, metadata: metadata({ title: 'Another' }) };
    await service.institution.put(`/api/${kind}/${draft.id}`).send(other).expect(200);
    expect((await recordOf(service, draft.id, kind)).history).toHaveLength(2);
  },
);

test('GET /api/avenants?convention= has those of one agreement', async () => {
  const amendment = await givenDraft(service, { kind: 'avenants' });
  await givenDraft(service, { kind: 'avenants' });

  const { body } = await service.institution
    .get(`/api/avenants?convention=${amendment.conventionId}`)
    .expect(200);

  expect(body.results.map(({ id }: { id: number }) => id)).toEqual([amendment.id]);
  await service.institution.get('/api/conventions?convention=1').expect(400);
});
