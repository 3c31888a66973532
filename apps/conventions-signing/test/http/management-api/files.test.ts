import { describe, expect, test } from '@jest/globals';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { parse } from 'csv-parse/sync';
import type { Test } from 'supertest';
import { namedScope } from '../../../src/domain/scope.ts';
import { incrementallyUpdated, validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, sha256 } from '../../support/records.ts';
import { givenToken } from '../../support/scoped.ts';
import { type Caller, useService } from '../../support/service.ts';

const service = useService({ webhook: false });

type Row = Record<string, string>;

/** With the mark of UTF-8 and without. */
const rowsOf = (text: string): Row[] => parse(text, { columns: true, bom: true });

async function tableOf(path: string): Promise<Row[]> {
  const { text } = await service.institution
    .get(path)
    .expect(200)
    .expect('Content-Type', 'text/csv; charset=utf-8');
  return rowsOf(text);
}

const asBytes = (call: Test): Test =>
  call.buffer(true).parse((response, done) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => done(null, Buffer.concat(pieces)));
  });

/** The files of an archive by their names. */
async function filesOf(path: string, caller: Caller = service.institution): Promise<Map<string, Buffer>> {
  const { body } = await asBytes(caller.get(path)).expect(200).expect('Content-Type', 'application/zip');
  const files = new Map<string, Buffer>();
  for (const entry of await new ZipReader(new BlobReader(new Blob([body]))).getEntries())
    if (!entry.directory)
      files.set(
        entry.filename,
        Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true })),
      );
  return files;
}

async function signed(changes: Record<string, unknown>, { versions = 1 } = {}): Promise<number> {
  const { id } = await givenInSigning(service, { signatories: 1, ...changes });
  let pdf = await validPdf();
  for (let version = 1; version <= versions; version += 1) {
    await deposit(service, id, pdf).expect(200);
    pdf = await incrementallyUpdated(pdf);
  }
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  return id;
}

describe('GET /api/conventions.csv', () => {
  test('is the list as filtered and ordered, in the words of the JSON list', async () => {
    const department = 'table';
    const first = await givenDraft(service, { department, title: 'Élodie, "stage"; 2026' });
    const second = await signed({ department, title: '=HYPERLINK("http://evil.example")' });
    await givenDraft(service, { department: 'another' });

    const rows = await tableOf(`/api/conventions.csv?department=${department}&sort=number`);

    expect(rows).toMatchObject([
      {
        id: String(first.id),
        state: 'draft',
        title: 'Élodie, "stage"; 2026',
        signedAt: '',
        total: '2',
      },
      { id: String(second), state: 'signed', title: `'=HYPERLINK("http://evil.example")`, signed: '1' },
    ]);
    const { body } = await service.institution.get(`/api/conventions?department=${department}&sort=number`);
    expect(rows.map(({ updatedAt, signedAt }) => [updatedAt, signedAt || null])).toEqual(
      body.results.map(({ updatedAt, signedAt }: Row) => [updatedAt, signedAt]),
    );
  });

  test('has its heads alone where nothing is let through', async () => {
    const { text } = await service.institution.get('/api/avenants.csv?department=none').expect(200);

    expect(text).toMatch(/^id,conventionId,state,[^\r\n]+\r\n$/);
  });

  test.each([
    ['/api/conventions.csv?page_size=7', 400, 'invalid_query'],
    ['/api/conventions.zip?before=7', 400, 'invalid_query'],
    ['/api/conventions.csv?ids=7,', 400, 'invalid_query'],
    [`/api/conventions.csv?ids=${Array.from({ length: 1001 }, (_, id) => id + 1)}`, 400, 'invalid_query'],
    ['/api/deliveries.csv?state=lost', 400, 'invalid_query'],
  ])('%.40s is refused', async (path, status, code) => {
    const { body } = await service.institution.get(path).expect(status);

    expect(body.type).toBe(`/public/problems#${code}`);
  });

  test('is not for those who take JSON alone, nor by another method, nor without a token', async () => {
    for (const path of ['/api/conventions.csv', '/api/avenants.zip', '/api/deliveries.csv']) {
      await service.institution.get(path).set('Accept', 'application/json').expect(406);
      await service.institution.post(path).expect(405);
      await service.vendor.get(path).expect(401);
      const { headers, text } = await service.institution.head(path).expect(200);
      expect([headers['content-disposition'], text]).toEqual([
        `attachment; filename="${path.slice(5)}"`,
        undefined,
      ]);
    }
  });
});

test('Eight archives, or tables, that one caller asks for at once all come', async () => {
  const id = await signed({ department: 'eight' });
  for (const kind of ['zip', 'csv']) {
    const asked = Array.from({ length: 8 }, () =>
      service.institution.get(`/api/conventions.${kind}?ids=${id}`),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  }
});

describe('GET /api/conventions/{id}/history.csv', () => {
  test('is the whole history, the newest first, in the words of the JSON list', async () => {
    const { id } = await givenDraft(service);
    await service.sql.query(
      `insert into history (signable_id, at, event, actor, detail)
       select s.id, now(), 'redelivered', 'service', jsonb_build_object('n', n)
       from signables s, generate_series(1, 450) n where s.kind = 'agreement' and s.number = $1`,
      [id],
    );
    const events: Row[] = [];
    let address: string | null = `/api/conventions/${id}/history?page_size=200`;
    while (address !== null) {
      const { body }: { body: { results: Row[]; next: string | null } } = await service.institution
        .get(address.replace(service.url, ''))
        .expect(200);
      events.push(...body.results);
      address = body.next;
    }

    const rows = await tableOf(`/api/conventions/${id}/history.csv`);

    expect(rows.length).toBe(451);
    expect(rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail ?? '') }))).toEqual(events);
  });

  test('is of a record that is there', async () => {
    await service.institution.get('/api/conventions/999999/history.csv').expect(404);
  });
});

describe('GET /api/deliveries.csv', () => {
  test('is the calls, without an attempt that was not made', async () => {
    const [row] = await tableOf('/api/deliveries.csv?state=pending');

    expect(row).toBeUndefined();
  });
});

describe('GET /api/deliveries', () => {
  test('takes a cause and days, as the console does, and so does its table', async () => {
    const { id } = await givenInSigning(service, { title: 'Of another year' });
    await service.sql.query(
      `with called as (
         insert into deliveries (id, signable_id, round, state, give_up_at, created_at)
         select gen_random_uuid(), s.id, 1, 'failed', now(), '2019-05-06 12:00Z' from signables s
         where s.kind = 'agreement' and s.number = $1 returning id)
       insert into attempts (delivery_id, number, started_at, duration_ms, status, error)
       select id, 1, now(), 1, 503, 'answered 503' from called`,
      [id],
    );
    const found = async (query: string) => {
      const { body } = await service.institution.get(`/api/deliveries?${query}`).expect(200);
      const rows = await tableOf(`/api/deliveries.csv?${query}`);
      expect(rows.map((row) => row.id)).toEqual(body.results.map((one: Row) => one.id));
      return body.results.map(({ recordId }: Row) => recordId);
    };

    expect(await found('cause=503&from=2019-05-06&until=2019-05-06')).toEqual([id]);
    expect(await found('cause=no_answer')).toEqual([]);
    expect(await found('from=2019-05-07&until=2019-05-08')).toEqual([]);
    expect(await found('state=failed&until=9999-12-30')).toEqual([id]);
  });

  test.each(['cause=%3Cb%3E', 'from=yesterday', 'from=0000-01-01', 'until=9999-12-31', 'from=0001-01-01'])(
    'with %s is refused',
    async (query) => {
      for (const path of ['/api/deliveries', '/api/deliveries.csv'])
        await service.institution.get(`${path}?${query}`).expect(400);
    },
  );
});

test('A cause that no call has is answered with those that there may be', async () => {
  const { body } = await service.institution.get('/api/deliveries?cause=no_answr').expect(400);

  expect(body.detail).toBe(
    'cause must be an HTTP status such as 503, no_answer, an error code such as ECONNREFUSED, or other, got "no_answr"',
  );
});

describe('GET /api/conventions.zip', () => {
  test('holds the newest signed document that counts of what is signed, and a list of all', async () => {
    const department = 'archive';
    const one = await signed({ department, title: 'Stage: "été/hiver"?' }, { versions: 2 });
    const other = await signed({ department, title: `${'長い題名 '.repeat(40)}.` });
    const { id: waiting } = await givenInSigning(service, { department });
    await deposit(service, waiting, await validPdf()).expect(200);
    const { id: unsent } = await givenDraft(service, { department });

    const files = await filesOf(`/api/conventions.zip?department=${department}`);

    const names = [...files.keys()];
    expect(names).toEqual([
      expect.stringMatching(
        new RegExp(
          `^conventions/${String(other).padStart(6, '0')} Ada Martin1, 長い題名 .*長い.*[^. ]\\.pdf$`,
        ),
      ),
      `conventions/${String(one).padStart(6, '0')} Ada Martin1, Stage été hiver.pdf`,
      'list.csv',
    ]);
    expect(Buffer.byteLength(names[0] ?? '')).toBeLessThan(150);
    const { body } = await asBytes(service.institution.get(`/api/conventions/${one}/signed-pdf`)).expect(200);
    expect(sha256(files.get(names[1] ?? '') ?? Buffer.of())).toBe(sha256(body));
    const rows = rowsOf(String(files.get('list.csv')));
    expect(rows.map(({ id, file }) => [Number(id), file])).toEqual([
      [unsent, ''],
      [waiting, ''],
      [other, names[0]],
      [one, names[1]],
    ]);
  });

  test('holds a selection, in its order', async () => {
    const department = 'selection';
    const [first, , third] = [
      await signed({ department }),
      await signed({ department }),
      await signed({ department }),
    ];

    const files = await filesOf(`/api/conventions.zip?ids=${third},${first}&sort=number`);

    expect(rowsOf(String(files.get('list.csv'))).map(({ id }) => Number(id))).toEqual([first, third]);
    expect(files.size).toBe(3);
  });

  test('says of what is selected why it is not there; out of scope is as if there were none', async () => {
    const mine = await signed({ department: 'Mine' });
    const { id: unsigned } = await givenDraft(service, { department: 'Mine' });
    const others = await signed({ department: 'Others' });
    const { caller } = await givenToken(service, 'management', {
      scope: namedScope({ departments: ['Mine'], workflows: [] }),
    });

    const asked = `/api/conventions.zip?ids=999999,${others},${unsigned},${mine}`;
    const files = await filesOf(asked, caller);

    expect([...files.keys()].slice(1)).toEqual(['list.csv', 'missing.csv']);
    expect(rowsOf(String(files.get('missing.csv')))).toEqual([
      { id: '999999', reason: 'not_listed' },
      { id: String(others), reason: 'not_listed' },
      { id: String(unsigned), reason: 'no_signed_document' },
    ]);
    const filtered = await filesOf(`${asked}&state=draft`);
    expect(rowsOf(String(filtered.get('missing.csv'))).map(({ reason }) => reason)).toEqual([
      'not_listed',
      'not_listed',
      'no_signed_document',
      'not_listed',
    ]);
  });
});
