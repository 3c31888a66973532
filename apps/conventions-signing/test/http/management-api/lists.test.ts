import { fewestStatements, sendRaw } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { maxPageBytes } from '../../../src/data/list-signables.ts';
import { givenDraft } from '../../support/records.ts';
import { managementToken, useService } from '../../support/service.ts';

const statements: string[] = [];
const service = useService({ statements });

beforeAll(async () => {
  const first = await givenDraft(service);
  // 119 more by SQL: what a page shows does not depend on how the rows came.
  await service.sql.query(`
    with more as (select nextval('agreement_number_seq') as number from generate_series(1, 119)),
    documents as (insert into documents (sha256, size, bytes)
      select encode(sha256('x'), 'hex'), 1, 'x' from more returning id),
    numbered as (select number, row_number() over () as n from more),
    stored as (select id, row_number() over () as n from documents)
    insert into signables (kind, number, title, company_name, school, workflow_id, watchers, search_text, document_id)
    select 'agreement', number, 'Convention ' || number, 'c', 's', '', '{}', 'convention ' || number, stored.id from numbered join stored using (n)`);
  expect(first.id).toBe(1);
});

describe('GET /api/conventions', () => {
  test('pages newest first until next is null, each record once, while new ones arrive', async () => {
    const seen: number[] = [];
    let path: string | null = '/api/conventions';
    let pages = 0;
    while (path !== null) {
      const { body }: { body: { results: { id: number }[]; next: string | null } } = await service.institution
        .get(path)
        .expect(200);
      seen.push(...body.results.map(({ id }) => id));
      path = body.next === null ? null : body.next.replace(service.url, '');
      pages += 1;
      if (pages === 1) await givenDraft(service);
    }

    expect(pages).toBe(3);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  });

  test.each([
    [
      'the host and the port that the caller has named',
      'GET /api/conventions HTTP/1.1',
      'Host: ent.local:8443',
      'http://ent.local:8443',
    ],
    [
      'no host of a request line',
      'GET http://evil.example/api/conventions HTTP/1.1',
      'Host: ent.local',
      'http://ent.local',
    ],
    ['the path alone when no host is named', 'GET /api/conventions HTTP/1.0', 'Accept: */*', ''],
  ])('names in next %s', async (_what, line, header, base) => {
    const authorization = `Authorization: Bearer ${managementToken}`;
    const { status, body } = await sendRaw(service.url, [line, header, authorization]);

    expect(status).toBe(200);
    expect(JSON.parse(body).next).toMatch(new RegExp(`^${base}/api/conventions\\?before=\\d+$`));
  });

  test.each(['[', 'a:99999', "'onload"])('is refused to who calls the host %j', async (host) => {
    const head = [
      'GET /api/conventions HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${managementToken}`,
    ];
    const { status, body } = await sendRaw(service.url, head);

    expect([status, JSON.parse(body)]).toMatchObject([400, { type: '/public/problems#malformed_request' }]);
  });

  test('shows kind, state, metadata and dates of each row', async () => {
    const { body } = await service.institution.get('/api/conventions?before=2').expect(200);

    expect(body).toMatchObject({
      results: [
        {
          id: 1,
          kind: 'convention',
          state: 'draft',
          round: 0,
          signatory: [{ order: 1, signatureDate: null }, {}],
        },
      ],
      next: null,
    });
  });

  test('is empty for amendments, which have their own list', async () => {
    const { body } = await service.institution.get('/api/avenants').expect(200);

    expect(body).toEqual({ results: [], next: null });
  });

  test('reads a page with one SQL statement, whatever its length', async () => {
    const sent = await fewestStatements(statements, () =>
      service.institution.get('/api/conventions?page_size=50').expect(200),
    );

    expect(sent).toHaveLength(1);
  });
});

test('Given records with very many people, Then a page ends in time, and next goes on after its last record', async () => {
  const longName = 'x'.repeat(maxPageBytes / 2);
  const long: number[] = [];
  while (long.length < 5) {
    const { id } = await givenDraft(service);
    await service.sql.query(
      `update signatories set name = $2
       where position = 0 and signable_id = (select id from signables where kind = 'agreement' and number = $1)`,
      [id, longName],
    );
    long.push(id);
  }

  const pages: number[][] = [];
  let path: string | null = `/api/conventions?page_size=200`;
  while (path !== null) {
    const { body }: { body: { results: { id: number }[]; next: string | null } } = await service.institution
      .get(path)
      .expect(200);
    pages.push(body.results.map(({ id }) => id));
    path = body.next === null ? null : body.next.replace(service.url, '');
  }

  const [e, d, c, b, a] = long.toReversed();
  expect(pages.slice(0, 2)).toEqual([
    [e, d],
    [c, b],
  ]);
  expect(pages.at(2)?.slice(0, 1)).toEqual([a]);
  expect(pages.flat()).toEqual(Array.from({ length: Number(e) }, (_, index) => Number(e) - index));
});
