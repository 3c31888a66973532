import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const kinds: Kind[] = ['conventions', 'avenants'];

function report(id: number, entries: unknown, kind: Kind = 'conventions') {
  return service.vendor.patch(`/public/api/${kind}/${id}/dates`).send(entries as object);
}

async function datesOf(id: number, kind: Kind = 'conventions') {
  const { signatory } = await recordOf(service, id, kind);
  return signatory.map(({ signatureDate, submissionDate }) => [signatureDate, submissionDate]);
}

describe.each(kinds)('PATCH /public/api/%s/:id/dates', (kind) => {
  test('records one signatory at a time, as UTC', async () => {
    const { id } = await givenInSigning(service, { kind, signatories: 2 });

    const { body } = await report(
      id,
      [dateOf(2, { submissionDate: '2026-02-28T09:00:00.000-0500' })],
      kind,
    ).expect(200);

    expect(body).toEqual({ message: 'OK' });
    expect(await datesOf(id, kind)).toEqual([
      [null, null],
      ['2026-03-01T09:00:00.000+0000', '2026-02-28T14:00:00.000+0000'],
    ]);
  });

  test('Given all dates and a deposit, in whichever order they arrive, Then the record is signed', async () => {
    const pdf = await validPdf({ text: 'signed' });
    const datesFirst = await givenInSigning(service, { kind, signatories: 3 });
    await report(datesFirst.id, [dateOf(1), dateOf(2), dateOf(3)], kind).expect(200);
    expect((await recordOf(service, datesFirst.id, kind)).state).toBe('signing');
    await deposit(service, datesFirst.id, pdf, kind).expect(200);

    const depositFirst = await givenInSigning(service, { kind, signatories: 1 });
    await deposit(service, depositFirst.id, pdf, kind).expect(200);
    expect((await recordOf(service, depositFirst.id, kind)).state).toBe('signing');
    await report(depositFirst.id, [dateOf(1)], kind).expect(200);

    expect((await recordOf(service, datesFirst.id, kind)).state).toBe('signed');
    expect((await recordOf(service, depositFirst.id, kind)).state).toBe('signed');
  });

  test('refuses a draft with 409 and changes nothing', async () => {
    const draft = await givenDraft(service, { kind });

    const response = await report(draft.id, [dateOf(1)], kind);

    expect(response.status).toBe(409);
    expect(await recordOf(service, draft.id, kind)).toEqual(draft);
  });
});

describe('Signature dates', () => {
  test('The same entry again changes nothing', async () => {
    const { id } = await givenInSigning(service);
    await report(id, [dateOf(1, { submissionDate: '2026-02-01T00:00:00.000+0000' })]).expect(200);
    const before = await recordOf(service, id);

    await report(id, [dateOf(1)]).expect(200);
    await report(id, [
      dateOf(1, { signatureDate: '2026-03-01T09:00:00.000+0000', submissionDate: null }),
    ]).expect(200);

    expect(await recordOf(service, id)).toEqual(before);
  });

  test('A changed date replaces the old one, which stays in the history', async () => {
    const { id } = await givenInSigning(service);
    await report(id, [dateOf(1)]).expect(200);

    await report(id, [dateOf(1, { signatureDate: '2026-03-02T10:00:00.000+0000' })]).expect(200);

    expect((await datesOf(id))[0]).toEqual(['2026-03-02T10:00:00.000+0000', null]);
    const { history } = await recordOf(service, id);
    expect(history.at(-1)).toMatchObject({
      event: 'date-recorded',
      detail: { replaced: { signatureDate: '2026-03-01T09:00:00.000+0000', submissionDate: null } },
    });
  });

  test('Mail addresses are compared without regard to case', async () => {
    const { id } = await givenInSigning(service);

    await report(id, [dateOf(1, { mail: 'Signatory1@EXAMPLE.org' })]).expect(200);

    expect((await datesOf(id))[0]?.[0]).not.toBeNull();
  });

  test('Given two signatories who share order or mail, Then order and mail together name the right one', async () => {
    const person = (mail: string, order: number) => ({ name: 'N', givenname: 'G', mail, order });
    const { id } = await givenInSigning(service, {
      signatory: [person('a@example.org', 1), person('b@example.org', 1), person('a@example.org', 2)],
    });

    await report(id, [dateOf(1, { mail: 'b@example.org' }), dateOf(2, { mail: 'a@example.org' })]).expect(
      200,
    );

    expect((await datesOf(id)).map(([signatureDate]) => signatureDate !== null)).toEqual([false, true, true]);
  });

  test.each([
    ['2020-01-01T00:00:00.000+0000', 'the signature date lies before the round began'],
    ['2999-01-01T00:00:00.000+0000', 'the signature date lies in the future'],
  ])('A date of %s is taken with a note in the history', async (signatureDate, note) => {
    const { id } = await givenInSigning(service);

    await report(id, [dateOf(1, { signatureDate })]).expect(200);

    expect((await recordOf(service, id)).history.at(-1)?.detail).toMatchObject({ note });
  });

  test('Members that are not of the contract are ignored', async () => {
    const { id } = await givenInSigning(service);

    await report(id, [dateOf(1, { name: 'Martin', phone: null })]).expect(200);
  });
});

describe('Given one entry that is wrong, Then none is recorded', () => {
  test.each([
    ['an unknown order', dateOf(9), 'Unknown signatory', '/1/order'],
    [
      'a mail of another signatory',
      dateOf(2, { mail: 'signatory1@example.org' }),
      'Unknown signatory',
      '/1/mail',
    ],
    ['a stranger', dateOf(2, { mail: 'stranger@example.org' }), 'Unknown signatory', '/1/mail'],
    ['the same signatory twice', dateOf(1), 'Duplicate entry', '/1'],
    [
      'a date with Z',
      dateOf(2, { signatureDate: '2026-03-01T10:00:00.000Z' }),
      'Invalid body',
      '/1/signatureDate',
    ],
    [
      'a day that does not exist',
      dateOf(2, { signatureDate: '2026-02-30T10:00:00.000+0000' }),
      'Invalid body',
      '/1/signatureDate',
    ],
    [
      'a bad submission date',
      dateOf(2, { submissionDate: 'yesterday' }),
      'Invalid body',
      '/1/submissionDate',
    ],
    ['no signature date', dateOf(2, { signatureDate: undefined }), 'Invalid body', '/1/signatureDate'],
    ['no mail', dateOf(2, { mail: undefined }), 'Invalid body', '/1/mail'],
    ['no order', dateOf(2, { order: undefined }), 'Invalid body', '/1/order'],
    ['an order in quotes', dateOf(2, { order: '2' }), 'Invalid body', '/1/order'],
    ['order zero', dateOf(2, { order: 0 }), 'Invalid body', '/1/order'],
    ['a text for an entry', 'signed', 'Invalid body', '/1'],
  ])('%s', async (_name, entry, title, pointer) => {
    const before = await givenInSigning(service, { signatories: 2 });

    const response = await report(before.id, [dateOf(1), entry]);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ title, errors: [{ pointer }] });
    expect(await recordOf(service, before.id)).toEqual(before);
  });

  test.each([
    ['an empty array', []],
    ['an object', { mail: 'signatory1@example.org' }],
    ['null', 'null'],
  ])('%s instead of a non-empty array', async (_name, body) => {
    const { id } = await givenInSigning(service);

    const response = await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .set('Content-Type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));

    expect(response.status).toBe(400);
    expect(response.body.errors[0].pointer).toBe('');
  });

  test('The message for a wrong date shows the form with an example', async () => {
    const { id } = await givenInSigning(service);

    const { body } = await report(id, [dateOf(1, { signatureDate: '2026-03-01' })]);

    expect(body.errors[0].message).toMatch(
      /yyyy-MM-ddTHH:mm:ss\.SSS\+0000, for example 2026-11-21T14:05:09\.120\+0000/,
    );
  });

  test('Every problem is named at once', async () => {
    const { id } = await givenInSigning(service);

    const { body } = await report(id, [{ order: 0 }, { mail: 3, order: 1, signatureDate: 'x' }]);

    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/0/mail',
      '/0/order',
      '/0/signatureDate',
      '/1/mail',
      '/1/signatureDate',
    ]);
  });
});
