import { beforeAll, describe, expect, test } from '@jest/globals';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../generated/client.ts';
import { listSignables } from '../src/data/list-signables.ts';
import { givenDraft } from './support/records.ts';
import { useService } from './support/service.ts';

const service = useService();

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

  test('reads a page with two SQL statements, whatever its length', async () => {
    const statements: string[] = [];
    const adapter = new PrismaPg({ connectionString: service.databaseUrl });
    const prisma = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
    prisma.$on('query', ({ query }) => statements.push(query));

    const rows = await listSignables(prisma, 'agreement', { limit: 50 });
    await prisma.$disconnect();

    expect(rows).toHaveLength(50);
    expect(statements).toHaveLength(2);
  });
});
