import { describe, expect, test } from '@jest/globals';
import { dateOf, givenInSigning, recordOf } from '../support/records.ts';
import { runHistories } from '../support/run-histories.ts';
import { useService } from '../support/service.ts';

test('Given 200 random histories over two replicas, Then every step ends as the model says', async () => {
  const answers = await runHistories(200);

  // The histories are long enough to come everywhere.
  for (const often of [
    'send: done',
    'date: done',
    'refuse: done',
    'restore: done',
    'restore: not_restorable',
  ])
    expect(answers.get(often)).toBeGreaterThan(10);
});

describe('Given sixteen who do something at once', () => {
  const service = useService({ webhook: false });

  test('with a round that has received nothing, Then restoring, refusing, sending and dating leave a record that all of them could have left', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id } = await givenInSigning(service, { signatories: 2 });
      await service.vendor
        .patch(`/public/api/conventions/${id}/dates`)
        .send([dateOf(1)])
        .expect(200);
      await service.institution.post(`/api/conventions/${id}/signature`).send({ round: 1 }).expect(202);
      const refusal = {
        mail: 'signatory2@example.org',
        order: 2,
        date: dateOf(2).signatureDate,
        reason: 'No.',
      };
      const acts = {
        restore: () => service.institution.post(`/api/conventions/${id}/restore`).send({ round: 1 }),
        refuse: () => service.vendor.post(`/public/api/conventions/${id}/refusal`).send(refusal),
        send: () => service.institution.post(`/api/conventions/${id}/signature`).send({ round: 2 }),
        date: () => service.vendor.patch(`/public/api/conventions/${id}/dates`).send([dateOf(2)]),
      };
      const names = Array.from({ length: 4 }, () => Object.keys(acts) as (keyof typeof acts)[]).flat();

      const answers = await Promise.all(
        names.map(async (name) => ({ name, status: (await acts[name]()).status })),
      );

      const done = (name: keyof typeof acts) =>
        answers.filter((answer) => answer.name === name && answer.status < 300).length;
      expect(answers.every(({ status }) => [200, 202, 409].includes(status))).toBe(true);
      // Whoever has named the round that counted was right once at most.
      expect(done('restore')).toBeLessThanOrEqual(1);
      expect(done('send')).toBeLessThanOrEqual(1);
      const { history, round, state } = await recordOf(service, id);
      const count = (event: string) => history.filter((one) => one.event === event).length;
      expect(count('restored')).toBe(done('restore'));
      expect(count('signing-started')).toBe(2 + done('send'));
      expect(count('refused')).toBeLessThanOrEqual(2);
      expect([round, state]).toEqual([expect.any(Number), expect.stringMatching(/^(signing|refused)$/)]);
    }
  });

  test('restoring the same round, Then one does, and the others learn that it is done', async () => {
    const { id } = await givenInSigning(service);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);

    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        service.institution.post(`/api/conventions/${id}/restore`).send({ round: 2 }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 15 }, () => 409),
    ]);
    expect(await recordOf(service, id)).toMatchObject({ round: 2, state: 'signing' });
  });
});
