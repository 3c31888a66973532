import { describe, expect, test } from '@jest/globals';
import { happenedInSomeOrder } from '../support/one-after-the-other.ts';
import { dateOf, givenInSigning, recordOf } from '../support/records.ts';
import { RoundModel, type Trigger } from '../support/round-model.ts';
import { outcomeOf, runHistories, shownAt } from '../support/run-histories.ts';
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

test('Given two who are both told that they sent the round that both had seen, Then no order explains it', () => {
  const sent = { trigger: { name: 'send', round: 1 }, answer: 'done' } as const;
  const refused = { ...sent, answer: 'changed_meanwhile' };
  const model = new RoundModel(2);
  const before: Trigger[] = [{ name: 'send' }];
  for (const trigger of [...before, sent.trigger]) model.apply(trigger);
  const seen = { people: 2, before, after: model.shown };

  expect(happenedInSomeOrder([sent, refused], seen)).toBe(true);
  expect(happenedInSomeOrder([sent, sent], seen)).toBe(false);
  expect(happenedInSomeOrder([refused, refused], seen)).toBe(false);
});

describe('Given sixteen who do something at once', () => {
  const service = useService({ webhook: false });

  test('with a round that has received nothing, Then restoring, refusing, sending and dating end as if one had come after the other', async () => {
    const before: Trigger[] = [{ name: 'send' }, { name: 'date', order: 1 }, { name: 'send' }];
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
      const triggers = {
        restore: { name: 'restore', round: 1 },
        refuse: { name: 'refuse', order: 2 },
        send: { name: 'send', round: 2 },
        date: { name: 'date', order: 2 },
      } satisfies Record<string, Trigger>;
      const acts = {
        restore: () => service.institution.post(`/api/conventions/${id}/restore`).send({ round: 1 }),
        refuse: () => service.vendor.post(`/public/api/conventions/${id}/refusal`).send(refusal),
        send: () => service.institution.post(`/api/conventions/${id}/signature`).send({ round: 2 }),
        date: () => service.vendor.patch(`/public/api/conventions/${id}/dates`).send([dateOf(2)]),
      };
      const names = Array.from({ length: 4 }, () => Object.keys(acts) as (keyof typeof acts)[]).flat();

      const answers = await Promise.all(
        names.map(async (name) => ({ trigger: triggers[name], answer: outcomeOf(await acts[name]()) })),
      );

      const after = await shownAt(service, id);
      const isExplained = happenedInSomeOrder(answers, { people: 2, before, after });
      expect({ answers, after, isExplained }).toEqual({ answers, after, isExplained: true });
      // What is told of it is what was done.
      const done = (name: keyof typeof acts) =>
        answers.filter(({ trigger, answer }) => trigger.name === name && answer === 'done').length;
      const { history } = await recordOf(service, id);
      const count = (event: string) => history.filter((one) => one.event === event).length;
      expect(count('restored')).toBe(done('restore'));
      expect(count('signing-started')).toBe(2 + done('send'));
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
