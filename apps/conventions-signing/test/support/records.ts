import { createHash } from 'node:crypto';
import { validPdf } from './pdfs.ts';
import type { TestService } from './service.ts';

export type Kind = 'conventions' | 'avenants';

/** What the tests read of a record; the OpenAPI tests check the whole shape. */
export interface RecordOnWire {
  id: number;
  kind: string;
  state: string;
  round: number;
  title: string;
  signatory: { mail: string; order: number; signatureDate: string | null; submissionDate: string | null }[];
  deposits: { version: number; sha256: string; size: number; round: number; actor: string }[];
  deliveries: {
    id: string;
    state: string;
    round: number;
    reference: string | null;
    nextAttemptAt: string | null;
    attempts: {
      number: number;
      status: number | null;
      error: string | null;
      startedAt: string;
      durationMs: number;
    }[];
  }[];
  history: { at: string; event: string; actor: string; detail: Record<string, unknown> }[];
  avenants?: { id: number; title: string; state: string }[];
  conventionId?: number;
}

const givenNames = ['Ada', 'Blaise', 'Chloé', 'Denis', 'Émilie'];

/** Metadata with signatories of order 1, 2, …, and whatever the test changes. */
export function metadata({
  signatories = 2,
  ...changes
}: { signatories?: number } & Record<string, unknown> = {}) {
  return {
    title: 'Convention de stage',
    companyname: 'Exemple Industries',
    school: 'Université d’Exemple',
    workflowId: 'internship-5',
    signatory: Array.from({ length: signatories }, (_, index) => ({
      name: `Martin${index + 1}`,
      givenname: givenNames[index % givenNames.length] ?? '',
      mail: `signatory${index + 1}@example.org`,
      phone: index === 0 ? '+33612345678' : null,
      order: index + 1,
    })),
    watchers: [{ mail: 'internships@example.edu' }],
    ...changes,
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Registers an agreement, or an amendment to a new one, as a draft. */
export async function givenDraft(
  { institution }: Pick<TestService, 'institution'>,
  {
    kind = 'conventions',
    pdf,
    reference,
    department,
    ...changes
  }: {
    kind?: Kind;
    pdf?: Uint8Array;
    signatories?: number;
    reference?: string;
    department?: string;
  } & Record<string, unknown> = {},
): Promise<RecordOnWire> {
  const bytes = Buffer.from(pdf ?? (await validPdf()));
  const body = { pdf64: bytes.toString('base64'), metadata: metadata(changes), reference, department };
  const agreement = await institution.post('/api/conventions').send(body).expect(201);
  if (kind === 'conventions') return agreement.body;
  const amendment = await institution
    .post(`/api/conventions/${agreement.body.id}/avenants`)
    .send(body)
    .expect(201);
  return amendment.body;
}

/** Registers a document and sends it for signature. */
export async function givenInSigning(
  service: Pick<TestService, 'institution'>,
  options: Parameters<typeof givenDraft>[1] = {},
): Promise<RecordOnWire> {
  const { id } = await givenDraft(service, options);
  await service.institution.post(`/api/${options.kind ?? 'conventions'}/${id}/signature`).expect(202);
  return recordOf(service, id, options.kind);
}

export async function recordOf(
  { institution }: Pick<TestService, 'institution'>,
  id: number,
  kind: Kind = 'conventions',
): Promise<RecordOnWire> {
  const { body } = await institution.get(`/api/${kind}/${id}`).expect(200);
  return body;
}

/** Deposits a signed PDF as the vendor does. */
export function deposit(
  { vendor }: Pick<TestService, 'vendor'>,
  id: number,
  pdf: Uint8Array,
  kind: Kind = 'conventions',
) {
  return vendor.post(`/public/api/${kind}/${id}/pdf`).attach('doc', Buffer.from(pdf), 'signed.pdf');
}

/** One entry for the signatory of that order. */
export function dateOf(order: number, changes: Record<string, unknown> = {}) {
  return {
    mail: `signatory${order}@example.org`,
    order,
    signatureDate: '2026-03-01T10:00:00.000+0100',
    ...changes,
  };
}
