import { describe, expect, test } from '@jest/globals';
import { validPdf } from './support/pdfs.ts';
import { givenDraft, metadata, recordOf } from './support/records.ts';
import { useService } from './support/service.ts';

const service = useService();

async function body(changes: Record<string, unknown> = {}) {
  return { pdf64: Buffer.from(await validPdf()).toString('base64'), metadata: metadata(changes) };
}

function register(key: string, input: object) {
  return service.institution.post('/api/conventions').set('Idempotency-Key', key).send(input);
}

describe('Idempotency-Key', () => {
  test('Given a registration, When it is repeated under its key, Then the first answer comes again and nothing is added', async () => {
    const input = await body();
    const first = await register('repeat', input).expect(201);
    await service.institution.post(`/api/conventions/${first.body.id}/signature`).expect(202);

    const again = await register('repeat', input).expect(201);

    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    const { rows } = await service.sql.query('select count(*)::int as n from signables');
    expect(rows[0].n).toBe(1);
  });

  test('Given two requests at the same time, Then one registers and both get its answer', async () => {
    const input = await body();

    const answers = await Promise.all([
      register('same time', input),
      register('same-time', input),
      register('same-time', input),
    ]);

    expect(answers[0]?.status).toBe(400);
    expect(answers[1]?.body).toEqual(answers[2]?.body);
    expect(answers[1]?.status).toBe(201);
  });

  test('The same key for another body is refused with 422', async () => {
    await register('other-body', await body()).expect(201);

    const { status, body: problem } = await register('other-body', await body({ title: 'Another' }));

    expect(status).toBe(422);
    expect(problem.detail).toContain('use a new key');
  });

  test('A refused request does not use its key up', async () => {
    await register('mended', { pdf64: '', metadata: {} }).expect(400);

    await register('mended', await body()).expect(201);
  });

  test('Sending for signature twice under one key begins one round', async () => {
    const { id } = await givenDraft(service);
    const send = () =>
      service.institution.post(`/api/conventions/${id}/signature`).set('Idempotency-Key', 'send').expect(202);

    const [first, second] = [await send(), await send()];

    expect(second.body).toEqual(first.body);
    expect((await recordOf(service, id)).round).toBe(1);
  });

  test('A key belongs to its route: for another record it is a new one', async () => {
    const [one, two] = [await givenDraft(service), await givenDraft(service)];
    const send = (id: number) =>
      service.institution.post(`/api/conventions/${id}/signature`).set('Idempotency-Key', 'shared');

    await send(one.id).expect(202);
    await send(two.id).expect(202);

    expect((await recordOf(service, two.id)).round).toBe(1);
  });

  test('After 24 hours the key is forgotten', async () => {
    const input = await body();
    const first = await register('old', input).expect(201);
    await service.sql.query(
      "update idempotent_answers set created_at = now() - interval '25 hours' where key = 'old'",
    );

    const again = await register('old', input).expect(201);

    expect(again.body.id).not.toBe(first.body.id);
  });

  test.each(['', 'with blank', 'x'.repeat(256), 'é'])('%j is refused with 400', async (key) => {
    const { status } = await service.institution
      .post('/api/conventions')
      .set('Idempotency-Key', Buffer.from(key).toString('latin1'))
      .send(await body());

    expect(status).toBe(400);
  });
});
