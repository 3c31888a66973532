import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BudgetSpentError, createTurns } from '../src/index.ts';

/** Work that ends when it is told to. */
function openWork(log: string[] = []) {
  const ends: Record<string, () => void> = {};
  return {
    work: (name: string) => () => {
      log.push(name);
      return new Promise<string>((resolve) => {
        ends[name] = () => resolve(name);
      });
    },
    end: async (name: string) => {
      ends[name]?.();
      await settled();
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('Given one at a time, When two ask, Then the second begins once the first has ended', async () => {
    const begun: string[] = [];
    const { work, end } = openWork(begun);
    const turns = createTurns({ atATime: 1, waiting: 1 });

    const first = turns.run('ada', work('first'));
    const second = turns.run('ada', work('second'));
    await settled();
    expect(begun).toEqual(['first']);
    await end('first');
    await end('second');

    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(turns.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('Given a queue that is full, When one more asks, Then it is refused at once as 503', async () => {
    const { work, end } = openWork();
    const turns = createTurns({ atATime: 1, waiting: 1, retryAfterSeconds: 3 });
    const under = [turns.run('ada', work('first')), turns.run('bob', work('second'))];

    const refusal = turns.run('eve', work('third'));

    await expect(refusal).rejects.toMatchObject({ budget: 'all', status: 503, retryAfterSeconds: 3 });
    await expect(refusal).rejects.toThrow(BudgetSpentError);
    await settled();
    await end('first');
    await end('second');
    await Promise.all(under);
  });

  test('Given a caller whose own queue is full, When it asks again, Then it alone is refused as 429', async () => {
    const { work, end } = openWork();
    const turns = createTurns({ atATime: 1, waiting: 9, waitingPerCaller: 1 });
    const under = [turns.run('eve', work('first')), turns.run('eve', work('second'))];

    await expect(turns.run('eve', work('third'))).rejects.toMatchObject({ budget: 'caller', status: 429 });
    under.push(turns.run('ada', work('fourth')));

    await settled();
    for (const name of ['first', 'second', 'fourth']) await end(name);
    expect(await Promise.all(under)).toEqual(['first', 'second', 'fourth']);
  });

  test('Given turns for which nobody may wait, When all are taken, Then one without any is refused as 503', async () => {
    const { work, end } = openWork();
    const turns = createTurns({ atATime: 2, atATimePerCaller: 1, waiting: 0 });
    const under = [turns.run('ada', work('first')), turns.run('bob', work('second'))];

    await expect(turns.run('eve', work('third'))).rejects.toMatchObject({ budget: 'all' });
    await expect(turns.run('ada', work('fourth'))).rejects.toMatchObject({ budget: 'caller' });

    await settled();
    await end('first');
    await end('second');
    await Promise.all(under);
  });

  test('Given a caller with many in the queue, When another asks, Then its turn comes after one of theirs', async () => {
    const begun: string[] = [];
    const { work, end } = openWork(begun);
    const turns = createTurns({ atATime: 1, waiting: 9 });
    const under = ['e1', 'e2', 'e3'].map((name) => turns.run('eve', work(name)));
    under.push(turns.run('ada', work('a1')));

    await settled();
    for (const name of ['e1', 'e2', 'a1', 'e3']) await end(name);
    await Promise.all(under);

    expect(begun).toEqual(['e1', 'e2', 'a1', 'e3']);
  });

  test('Given one at a time for each caller, When places are free, Then a second of the same caller waits', async () => {
    const begun: string[] = [];
    const { work, end } = openWork(begun);
    const turns = createTurns({ atATime: 2, atATimePerCaller: 1, waiting: 9 });
    const under = [turns.run('eve', work('e1')), turns.run('eve', work('e2')), turns.run('ada', work('a1'))];

    await settled();
    expect(begun).toEqual(['e1', 'a1']);
    for (const name of ['e1', 'a1', 'e2']) await end(name);

    expect(await Promise.all(under)).toEqual(['e1', 'e2', 'a1']);
  });

  test('Given a place in the queue, When its caller leaves, Then the work is never begun and the place is free', async () => {
    const begun: string[] = [];
    const { work, end } = openWork(begun);
    const turns = createTurns({ atATime: 1, waiting: 1 });
    const first = turns.run('ada', work('first'));
    const leaving = new AbortController();
    const left = turns.run('bob', work('left'), { signal: leaving.signal });

    leaving.abort(new Error('gone'));

    await expect(left).rejects.toThrow('gone');
    expect(turns.load()).toEqual({ running: 1, waiting: 0 });
    await end('first');
    await first;
    expect(begun).toEqual(['first']);
  });

  test('Given work that fails, When it has failed, Then the next begins and the failure is passed on', async () => {
    const turns = createTurns({ atATime: 1, waiting: 1 });

    const failed = turns.run('ada', () => Promise.reject(new Error('no')));
    const next = turns.run('ada', () => 'yes');

    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  test('Whatever is asked, no limit is passed and everything that was not refused is done', async () => {
    const callers = fc.array(fc.constantFrom('ada', 'bob', 'eve'), { maxLength: 40 });
    const limits = fc.record({
      atATime: fc.integer({ min: 1, max: 3 }),
      waiting: fc.integer({ min: 0, max: 10 }),
      atATimePerCaller: fc.integer({ min: 1, max: 3 }),
      waitingPerCaller: fc.integer({ min: 0, max: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(limits, callers, async (some, names) => {
        const turns = createTurns(some);
        const own: Record<string, number> = {};
        let done = 0;
        const results = names.map((name) =>
          turns.run(name, async () => {
            own[name] = (own[name] ?? 0) + 1;
            expect(turns.load().running).toBeLessThanOrEqual(some.atATime);
            expect(turns.load().waiting).toBeLessThanOrEqual(some.waiting);
            expect(own[name]).toBeLessThanOrEqual(some.atATimePerCaller);
            await settled();
            own[name] -= 1;
            done += 1;
          }),
        );
        const outcomes = await Promise.allSettled(results);
        const refused = outcomes.filter(({ status }) => status === 'rejected');
        for (const outcome of refused)
          expect(outcome).toMatchObject({ reason: expect.any(BudgetSpentError) });
        expect(done).toBe(names.length - refused.length);
        expect(turns.load()).toEqual({ running: 0, waiting: 0 });
      }),
      { numRuns: 60 },
    );
  });
});
