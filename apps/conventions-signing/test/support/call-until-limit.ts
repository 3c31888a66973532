import { type CallOutcome, callWebhook } from '../../src/webhook/call-webhook.ts';

/**
 * Calls one who never ends the answer, by the shortest limit within which this machine comes to its beginning: a busy one
 * takes seconds for what is there in a millisecond.
 *
 * @param isEnough  whether all came that will; by default, when a status did
 */
export async function callUntilLimit(
  target: Parameters<typeof callWebhook>[0],
  call: Parameters<typeof callWebhook>[1],
  isEnough = ({ status }: CallOutcome) => status !== null,
): Promise<CallOutcome> {
  for (let timeoutMs = 500; ; timeoutMs *= 2) {
    const outcome = await callWebhook({ ...target, timeoutMs }, call);
    if (isEnough(outcome) || timeoutMs > 60_000) return outcome;
  }
}
