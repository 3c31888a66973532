import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, recordOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** A day so many days from today, in UTC as the service of the tests goes. */
const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

const send = (id: number, body?: object) =>
  service.institution.post(`/api/conventions/${id}/signature`).send(body);
const setDue = (id: number, due: unknown) =>
  service.institution.put(`/api/conventions/${id}/due`).send({ due });

describe('A due date', () => {
  test('is asked for with the sending, and shown with the record, its list and its history', async () => {
    const { id } = await givenDraft(service);

    const { body: sent } = await send(id, { due: dayIn(7) }).expect(202);

    expect(sent).toMatchObject({ state: 'signing', round: 1, due: dayIn(7) });
    const record = await recordOf(service, id);
    expect(record).toMatchObject({ due: dayIn(7) });
    const started = record.history.find(({ event }) => event === 'signing-started');
    expect(started).toMatchObject({ detail: { due: dayIn(7) } });
    const { body: list } = await service.institution.get('/api/conventions?page_size=1').expect(200);
    expect(list.results).toMatchObject([{ id, due: dayIn(7) }]);
  });

  test('is none when nothing is asked for and nothing configured', async () => {
    const { id } = await givenInSigning(service);

    expect(await recordOf(service, id)).toMatchObject({ due: null });
  });

  test('may be today, which is over at its end', async () => {
    const { id } = await givenDraft(service);

    await send(id, { due: dayIn(0) }).expect(202);
  });

  test.each([
    ['a day that has passed', dayIn(-1), 'due_passed', 'must be '],
    ['a day that no calendar has', '2027-02-30', 'invalid_body', 'must be a day of the calendar'],
    ['an instant', '2027-02-01T10:00:00Z', 'invalid_body', 'must be a day of the calendar'],
    ['a number', 7, 'invalid_body', 'must be a day of the calendar'],
  ])('is refused for %s, and the draft stays one', async (_what, due, code, message) => {
    const { id } = await givenDraft(service);

    const { body } = await send(id, { due }).expect(400);

    expect(body.type).toBe(`/public/problems#${code}`);
    expect(body.errors).toEqual([{ pointer: '/due', message: expect.stringContaining(message) }]);
    expect(await recordOf(service, id)).toMatchObject({ state: 'draft', due: null });
  });

  test('is changed and taken away while in signing, and the history says from what to what', async () => {
    const { id } = await givenDraft(service);
    await send(id, { due: dayIn(7) }).expect(202);

    expect((await setDue(id, dayIn(9)).expect(200)).body).toEqual({ round: 1, due: dayIn(9) });
    expect((await setDue(id, null).expect(200)).body).toEqual({ round: 1, due: null });

    const { history } = await recordOf(service, id);
    expect(history.filter(({ event }) => event === 'due-changed').map(({ detail }) => detail)).toEqual([
      { round: 1, due: dayIn(9), before: dayIn(7) },
      { round: 1, due: null, before: dayIn(9) },
    ]);
  });

  test('that is the same again changes nothing', async () => {
    const { id } = await givenDraft(service);
    await send(id, { due: dayIn(7) }).expect(202);

    await setDue(id, dayIn(7)).expect(200);

    const { history } = await recordOf(service, id);
    expect(history.map(({ event }) => event)).not.toContain('due-changed');
  });

  test.each([
    ['a day that has passed', dayIn(-1)],
    ['nothing', undefined],
  ])('is not changed to %s', async (_what, due) => {
    const { id } = await givenInSigning(service);

    const { body } = await setDue(id, due).expect(400);

    expect(body.errors).toEqual([{ pointer: '/due', message: expect.any(String) }]);
  });

  test('is not set for a draft', async () => {
    const { id } = await givenDraft(service);

    const { body } = await setDue(id, dayIn(7)).expect(409);

    expect(body.type).toBe('/public/problems#not_in_signing');
  });

  test('is not carried over to a new round, which gets its own', async () => {
    const { id } = await givenDraft(service);
    await send(id, { due: dayIn(7) }).expect(202);

    await send(id).expect(202);
    expect(await recordOf(service, id)).toMatchObject({ round: 2, due: null });

    await send(id, { due: dayIn(3) }).expect(202);
    expect(await recordOf(service, id)).toMatchObject({ round: 3, due: dayIn(3) });
  });

  test('goes with the way back to draft', async () => {
    const { id } = await givenDraft(service);
    await send(id, { due: dayIn(7) }).expect(202);

    await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);

    expect(await recordOf(service, id)).toMatchObject({ state: 'draft', due: null });
  });

  test('stays with what was signed in time, and goes when that is erased', async () => {
    const { id } = await givenDraft(service, { signatories: 1 });
    await send(id, { due: dayIn(7) }).expect(202);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, id, await validPdf()).expect(200);
    expect(await recordOf(service, id)).toMatchObject({ state: 'signed', due: dayIn(7) });

    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

    expect(await recordOf(service, id)).toMatchObject({ state: 'erased', due: null });
  });

  test('belongs to what an Idempotency-Key stands for', async () => {
    const { id } = await givenDraft(service);
    await send(id, { due: dayIn(7) })
      .set('Idempotency-Key', `due-${id}`)
      .expect(202);

    await send(id, { due: dayIn(8) })
      .set('Idempotency-Key', `due-${id}`)
      .expect(422);
    await send(id, { due: dayIn(7) })
      .set('Idempotency-Key', `due-${id}`)
      .expect(202);

    expect(await recordOf(service, id)).toMatchObject({ round: 1 });
  });
});

describe('With days configured', () => {
  const configured = useService({ configuration: { roundDueDays: 14, timeZone: 'Pacific/Kiritimati' } });

  test('a round is due so many days later, where the service is, unless another day or none is asked for', async () => {
    const due = async (body?: object) => {
      const { id } = await givenDraft(configured);
      return (await configured.institution.post(`/api/conventions/${id}/signature`).send(body).expect(202))
        .body.due;
    };
    const there = new Date(Date.now() + (14 * 24 + 14) * 3_600_000).toISOString().slice(0, 10);

    expect(await due()).toBe(there);
    expect(await due({})).toBe(there);
    expect(await due({ due: null })).toBeNull();
    expect(await due({ due: dayIn(30) })).toBe(dayIn(30));
  });
});
