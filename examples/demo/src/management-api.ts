import { z } from 'zod';
import type { SigningMetadata } from './signing-metadata.ts';

/** Where the signing service is, and the token for its management API. */
export interface ManagementAccess {
  baseUrl: string;
  managementToken: string;
}

/** A document to register: what the contract says about it, and its PDF. */
interface NewDocument {
  metadata: SigningMetadata;
  /** The institution's own number. */
  reference: string;
  pdf: Buffer;
}

const registered = z.object({ id: z.int(), title: z.string() });
const page = z.object({ results: z.array(registered), next: z.url().nullable() });
const created = z.object({ id: z.int() });
const agreementRecord = z.object({ avenants: z.array(registered), round: z.int(), state: z.string() });

export type Registered = z.output<typeof registered>;

const timeoutMs = 30_000;

/** Every agreement that the service knows, newest first. */
export async function listAgreements(access: ManagementAccess): Promise<Registered[]> {
  const agreements: Registered[] = [];
  let query: string | undefined = '';
  while (query !== undefined) {
    const { results, next } = page.parse(await call(access, 'GET', `/api/conventions${query}`));
    agreements.push(...results);
    // Only the query is taken over: `next` starts with the service's public address, which may not be reachable here.
    query = next === null ? undefined : new URL(next).search;
  }
  return agreements;
}

/** The amendments that the service knows of one agreement. */
export async function listAmendments(access: ManagementAccess, agreementId: number): Promise<Registered[]> {
  return (await readAgreement(access, agreementId)).avenants;
}

/** An agreement with its state, its amendments, and how often it was sent. */
export async function readAgreement(
  access: ManagementAccess,
  id: number,
): Promise<z.output<typeof agreementRecord>> {
  return agreementRecord.parse(await call(access, 'GET', `/api/conventions/${id}`));
}

/** Begins a round of signing. */
export async function sendForSignature(access: ManagementAccess, id: number): Promise<void> {
  await call(access, 'POST', `/api/conventions/${id}/signature`, { expected: 202 });
}

/** Makes it a draft again. */
export async function takeBack(access: ManagementAccess, id: number, reason: string): Promise<void> {
  await call(access, 'DELETE', `/api/conventions/${id}/signature`, { body: JSON.stringify({ reason }) });
}

/** Registers an agreement; returns its id. */
export async function createAgreement(access: ManagementAccess, document: NewDocument): Promise<number> {
  return created.parse(await call(access, 'POST', '/api/conventions', registering(document))).id;
}

/** Registers an amendment to an agreement; returns its id. */
export async function createAmendment(
  access: ManagementAccess,
  agreementId: number,
  document: NewDocument,
): Promise<number> {
  const path = `/api/conventions/${agreementId}/avenants`;
  return created.parse(await call(access, 'POST', path, registering(document))).id;
}

function registering({ metadata, reference, pdf }: NewDocument): Sent {
  const form = new FormData();
  form.set('metadata', JSON.stringify(metadata));
  form.set('reference', reference);
  form.set('doc', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'document.pdf');
  return { body: form, expected: 201 };
}

interface Sent {
  /** A form, or JSON. */
  body?: FormData | string;
  /** Status of the answer; 200 when not said. */
  expected?: number;
}

async function call(
  { baseUrl, managementToken }: ManagementAccess,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, expected = 200 }: Sent = {},
): Promise<unknown> {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined;
  const response = await fetch(new URL(path, baseUrl), {
    method,
    // While a PDF is drawn, the service may close a connection that is kept, unseen by the next request.
    headers: { Authorization: `Bearer ${managementToken}`, Connection: 'close', ...type },
    body: body ?? null,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== expected) {
    const answer = (await response.text()).slice(0, 1000);
    throw new Error(`${method} ${path} must answer ${expected}, got ${response.status}: ${answer}`);
  }
  return await response.json();
}
