import { describe, expect, test } from '@jest/globals';
import { callErrorText } from '../../src/deliveries/call-failure.ts';
import { callWebhook } from '../../src/webhook/call-webhook.ts';
import { longMisbehaviours, shortMisbehaviours, startHostileVendor } from '../support/hostile-vendor.ts';
import { testMisbehaviours } from '../support/hostile-vendor-run.ts';

describe('When a signing application answers with', () => {
  testMisbehaviours(shortMisbehaviours, { withinMs: 5000 });
});

describe('When the time limit alone can end a call', () => {
  test.each(longMisbehaviours)('Given $name, Then it does, and says so', async (misbehaviour) => {
    const vendor = await startHostileVendor(() => misbehaviour);

    const outcome = await callWebhook(
      { uri: vendor.url, token: 'webhook-token-0123', version: '0', timeoutMs: 1000 },
      {
        ref: { kind: 'agreement', number: 7 },
        deliveryId: 'd',
        attempt: 1,
        signal: new AbortController().signal,
      },
    );
    await vendor.stop();

    const { status, error } = misbehaviour;
    expect(outcome.status).toBe(status);
    expect(callErrorText(outcome.failure)).toEqual(error === null ? null : expect.stringMatching(error));
    expect(outcome.durationMs).toBeLessThan(3000);
  });
});
