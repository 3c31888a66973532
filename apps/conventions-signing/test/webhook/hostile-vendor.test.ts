import { describe, expect, test } from '@jest/globals';
import { callErrorText } from '../../src/deliveries/call-failure.ts';
import { callUntilLimit } from '../support/call-until-limit.ts';
import { longMisbehaviours, shortMisbehaviours, startHostileVendor } from '../support/hostile-vendor.ts';
import { testMisbehaviours } from '../support/hostile-vendor-run.ts';

describe('When a signing application answers with', () => {
  // None takes the 30 s that end a call.
  testMisbehaviours(shortMisbehaviours, { withinMs: 25_000 });
});

describe('When the time limit alone can end a call', () => {
  test.each(longMisbehaviours)('Given $name, Then it does, and says so', async (misbehaviour) => {
    const { status, error } = misbehaviour;
    const vendor = await startHostileVendor(() => misbehaviour);

    const outcome = await callUntilLimit(
      { uri: vendor.url, token: 'webhook-token-0123', version: '0' },
      {
        ref: { kind: 'agreement', number: 7 },
        deliveryId: 'd',
        attempt: 1,
        signal: new AbortController().signal,
      },
      // Where no status will ever come, there is nothing to wait for.
      (outcome) => status === null || outcome.status !== null,
    );
    await vendor.stop();

    expect(outcome.status).toBe(status);
    expect(callErrorText(outcome.failure)).toEqual(error === null ? null : expect.stringMatching(error));
    expect(outcome.durationMs).toBeLessThan(25_000);
  });
});
