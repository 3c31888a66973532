import { once } from 'node:events';
import { say } from '@campus/service/command-line';
import { addressOf } from '../src/webhook/call-webhook.ts';
import { apiAddresses } from '../src/wire/api-addresses.ts';
import { follow } from './follow.ts';
import { createInstitution } from './institution.ts';
import type { VendorCheckOptions } from './read-options.ts';
import { testAgreement } from './test-agreement.ts';
import { startThrowAwayService, type ThrowAwayService } from './throw-away-service.ts';
import { type ReceivedCall, watchCalls } from './watch-calls.ts';

/**
 * Plays the institution for a signing application, from the call to the signed agreement, and tells what comes back.
 *
 * @returns whether every step was seen
 * @throws whatever stops the service from starting, and the reason of `signal`; all is undone by then
 */
export async function checkVendor(
  options: VendorCheckOptions,
  { repositoryRoot, signal }: { repositoryRoot: string; signal: AbortSignal },
): Promise<boolean> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    say('Starting a service for this check …');
    const service = await startThrowAwayService(options, { repositoryRoot, closing, signal });
    const calls = new Map<string, ReceivedCall>();
    // An application that asks the same again and again is told once.
    const unwatch = watchCalls(`Bearer ${service.managementToken}`, (call) =>
      calls.set(Object.values(call).join(' '), call),
    );
    closing.push(async () => unwatch());
    const institution = createInstitution({ url: service.localUrl, token: service.managementToken });
    const id = await institution.register(testAgreement());
    say(whatVendorNeeds(service, options, id));
    await pauseForSetUp(options, signal);
    await institution.sendForSignature(id);
    const { baseUrl } = service;
    const { timeoutSeconds } = options;
    return await follow({ institution, id, calls, baseUrl, timeoutSeconds, signal, say });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

function whatVendorNeeds(
  service: ThrowAwayService,
  { webhook, timeoutSeconds }: VendorCheckOptions,
  id: number,
) {
  const address = addressOf(webhook.uri, { kind: 'agreement', number: id });
  return `
Your application needs
  base URL       ${service.baseUrl}
  access token   ${service.accessToken}
  reference      ${service.baseUrl}${apiAddresses.publicReference}

It will be called with GET ${address}
and has ${timeoutSeconds} s from then on.
`;
}

/** Somebody at a terminal needs a moment to give the application what was made only now. */
async function pauseForSetUp({ accessToken, port }: VendorCheckOptions, signal: AbortSignal): Promise<void> {
  if (!process.stdin.isTTY || (accessToken !== undefined && port !== 0)) return;
  say('Press Enter when your application is ready for the call.');
  await once(process.stdin, 'data', { signal });
  process.stdin.pause();
}
