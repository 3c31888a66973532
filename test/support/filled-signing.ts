import { createHash } from 'node:crypto';
import { eventually, type RecordingServer } from '@campus/testing';
import { expect } from '@jest/globals';
import { validPdf } from '../../apps/conventions-signing/test/support/pdfs.ts';
import { signIn } from './sign-in.ts';

const publicToken = 'public-token-for-tests';
const managementToken = 'management-token-for-tests';
const password = 'password of the administrator';

/** The parameters of a signing service whose signing application is `webhook`. */
export function signingEnv(webhook: RecordingServer) {
  return {
    APPLI_PUBLIC_TOKENS: publicToken,
    APPLI_MANAGEMENT_TOKENS: managementToken,
    ROOT_PASSWORD: password,
    WEBHOOK_SIGNATURE_URI: webhook.url,
    WEBHOOK_SIGNATURE_TOKEN: 'webhook-token-for-tests',
  };
}

/** What must be found again in a signing service. */
export interface FilledSigning {
  /** Fails unless everything is there, and the promise that was open is kept. */
  expectAll(url: string): Promise<void>;
}

/**
 * Fills a signing service over HTTP: an agreement that is signed, one whose call to the signing application is under way
 * and never answered, and a draft.
 */
export async function fillSigning(
  url: string,
  { webhook, signedBytes = 200_000 }: { webhook: RecordingServer; signedBytes?: number },
): Promise<FilledSigning> {
  const registeredPdf = Buffer.from(await validPdf());
  const signedPdf = Buffer.from(await validPdf({ bytes: signedBytes }));

  const signed = await register(url, registeredPdf);
  await call(url, `/api/conventions/${signed}/signature`, { method: 'POST' });
  const form = new FormData();
  form.append('doc', new Blob([signedPdf]), 'signed.pdf');
  await call(url, `/public/api/conventions/${signed}/pdf`, {
    method: 'POST',
    body: form,
    token: publicToken,
  });
  const dates = [{ mail: 'ada@example.org', order: 1, signatureDate: '2026-03-01T10:00:00.000+0100' }];
  await call(url, `/public/api/conventions/${signed}/dates`, {
    method: 'PATCH',
    body: JSON.stringify(dates),
    token: publicToken,
  });
  await eventually(async () => expect(await deliveryStates(url, signed)).toEqual(['delivered']));
  webhook.answerWith(() => {});
  const pending = await register(url, registeredPdf);
  await call(url, `/api/conventions/${pending}/signature`, { method: 'POST' });
  await eventually(() => expect(callsAbout(webhook, pending)).toHaveLength(1));
  const draft = await register(url, registeredPdf);
  const before = await Promise.all([recordOf(url, signed), recordOf(url, draft)]);
  expect(before[0]).toMatchObject({ state: 'signed' });

  return {
    async expectAll(address) {
      expect(await Promise.all([recordOf(address, signed), recordOf(address, draft)])).toEqual(before);
      expect(await bytesOf(address, `/api/conventions/${signed}/signed-pdf`)).toBe(sha256(signedPdf));
      expect(await bytesOf(address, `/public/api/conventions/${signed}/pdf`, publicToken)).toBe(
        sha256(registeredPdf),
      );
      const page = await signIn(`${address}/console/account/`, { username: 'root', password });
      expect(page).toContain('root');
      expect(page).not.toContain('type="password" name="password"');
      webhook.answerWith((_request, response) => void response.end('REF-2'));
      await eventually(async () => expect(await deliveryStates(address, pending)).toEqual(['delivered']));
      const [first, second] = callsAbout(webhook, pending);
      expect(second?.headers['x-delivery-id']).toBe(first?.headers['x-delivery-id']);
      expect(await register(address, registeredPdf)).toBe(draft + 1);
    },
  };
}

/** The body with which an agreement is registered. */
export function registrationOf(pdf: Buffer): string {
  const metadata = {
    title: 'Convention de stage',
    companyname: 'Exemple Industries',
    school: 'Université d’Exemple',
    workflowId: 'internship-5',
    signatory: [{ name: 'Martin', givenname: 'Ada', mail: 'ada@example.org', phone: null, order: 1 }],
    watchers: [],
  };
  return JSON.stringify({ pdf64: pdf.toString('base64'), metadata });
}

async function register(url: string, pdf: Buffer): Promise<number> {
  const body = registrationOf(pdf);
  const made = await call(url, '/api/conventions', { method: 'POST', body });
  return ((await made.json()) as SigningRecord).id;
}

interface SigningRecord {
  id: number;
  deliveries: { state: string }[];
}

async function recordOf(url: string, id: number) {
  return (await (await call(url, `/api/conventions/${id}`)).json()) as SigningRecord;
}

async function deliveryStates(url: string, id: number): Promise<string[]> {
  const { deliveries } = await recordOf(url, id);
  return deliveries.map(({ state }) => state);
}

async function bytesOf(url: string, path: string, token = managementToken): Promise<string> {
  return sha256(Buffer.from(await (await call(url, path, { token })).arrayBuffer()));
}

function callsAbout(webhook: RecordingServer, id: number) {
  return webhook.requests.filter((request) => request.url.endsWith(`conventionid=${id}`));
}

async function call(
  url: string,
  path: string,
  {
    token = managementToken,
    body,
    method = 'GET',
  }: { token?: string; body?: string | FormData; method?: string } = {},
): Promise<Response> {
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
