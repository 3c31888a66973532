import path from 'node:path';
import { UsageError } from '@campus/service/command-line';
import { expect, test } from '@jest/globals';
import { follow } from '../../vendor-check/follow.ts';
import { createInstitution } from '../../vendor-check/institution.ts';
import { readOptions } from '../../vendor-check/read-options.ts';
import { testAgreement } from '../../vendor-check/test-agreement.ts';
import { type ReceivedCall, watchCalls } from '../../vendor-check/watch-calls.ts';
import { managementToken, publicToken, useService } from '../support/service.ts';

const service = useService();

/** What is told of an agreement that is sent, while the application does as the webhook of the service does. */
async function followed(): Promise<{ id: number; isPassed: boolean; output: string }> {
  const calls = new Map<string, ReceivedCall>();
  const unwatch = watchCalls(`Bearer ${managementToken}`, (call) =>
    calls.set(Object.values(call).join(' '), call),
  );
  const institution = createInstitution({ url: service.url, token: managementToken });
  const id = await institution.register(testAgreement());
  const lines: string[] = [];
  try {
    await institution.sendForSignature(id);
    const isPassed = await follow({
      ...{ institution, id, calls, baseUrl: service.url, timeoutSeconds: 2 },
      signal: new AbortController().signal,
      say: (line) => lines.push(line),
    });
    return { id, isPassed, output: lines.join('\n') };
  } finally {
    unwatch();
  }
}

const ticks = (output: string) => [...output.matchAll(/^✓ (\w+)/gm)].map(([, step]) => step);

test('Given an application that answers and never fetches, When the time is up, Then the hint says so', async () => {
  service.webhook.answerWith((_request, response) => void response.end('REF-1'));

  const { isPassed, output } = await followed();

  expect(isPassed).toBe(false);
  expect(ticks(output)).toEqual(['called', 'answered']);
  expect(output).toContain('Not passed within 2 s; missing: fetched, deposited, dated, signed.');
  expect(output).toMatch(/Hint: answered but the document was not fetched: GET http:\S+\/conventions\/\d+ /);
});

test('Given calls that the service refuses, Then each is told with what the service said about it', async () => {
  service.webhook.answerWith(async ({ url }, response) => {
    response.end();
    const api = `${service.url}/public/api/conventions/${new URLSearchParams(url.split('?')[1]).get('conventionid')}`;
    const headers = { Authorization: `Bearer ${publicToken}`, 'Content-Type': 'application/json' };
    await fetch(api);
    await fetch(`${api}/pdf`, { headers });
    await fetch(`${api}/dates`, { method: 'PATCH', headers, body: '[{"order": 1}]' });
  });

  const { id, isPassed, output } = await followed();

  expect(isPassed).toBe(false);
  // The fetch may be told before the call that it answers to: both are read from the record.
  expect(ticks(output).toSorted()).toEqual(['answered', 'called', 'fetched']);
  expect(output).toMatch(new RegExp(`✗ GET /public/api/conventions/${id} → 401: \\S`));
  expect(output).toContain(`· GET /public/api/conventions/${id}/pdf → 200\n`);
  expect(output).toMatch(/✗ PATCH \S+\/dates → 400: .*; \/0\/mail .*; \/0\/signatureDate/);
  expect(output).toMatch(/Hint: fetched but no signed PDF was deposited: POST .*the last refusal was 400/);
});

test('Everything that is wrong with a command line is named at once, and no token', () => {
  const wrong = ['--webhook', 'ftp://a', '--access-token', 'short', '--timeout', '0', '--port', 'x'];
  const read = () =>
    readOptions([...wrong, '--host', '0.0.0.0'], path.resolve(import.meta.dirname, '../../../..'));

  expect(read).toThrow(UsageError);
  for (const start of [
    '--webhook must',
    '--token is missing',
    '--access-token must',
    '--timeout must',
    '--port must',
    '--base-url is missing',
  ])
    expect(read).toThrow(new RegExp(`^${start}`, 'm'));
  expect(read).not.toThrow(/short/);
});
