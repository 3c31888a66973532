import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { OperatorError } from '@campus/config';
import { answerOf, type NewRecord, type SigningClient, type SigningRecord } from '../index.ts';

/** A PDF, and what is said of it. */
interface Registration {
  pdf: string;
  /** A file of JSON. */
  metadata: string;
  reference: string | undefined;
  department: string | undefined;
  /** Id of the agreement that it changes. */
  amends: number | undefined;
}

/** Registers it as a draft; the same again, after a cut or within 24 hours, is the same record. @throws OperatorError */
export async function register(
  { api }: SigningClient,
  { pdf, metadata, reference, department, amends }: Registration,
): Promise<SigningRecord> {
  const [bytes, said] = await Promise.all([readFile(pdf), readFile(metadata, 'utf8')]);
  const body = {
    metadata: metadataIn(said, metadata),
    doc: new Blob([bytes], { type: 'application/pdf' }),
    ...(reference !== undefined && { reference }),
    ...(department !== undefined && { department }),
  };
  const key = createHash('sha256')
    .update(JSON.stringify([said, reference, department, amends]))
    .update(bytes)
    .digest('hex');
  const header = { 'Idempotency-Key': `campus-signing-${key}` };
  return answerOf(
    amends === undefined
      ? api.POST('/api/conventions', { params: { header }, body })
      : api.POST('/api/conventions/{id}/avenants', { params: { header, path: { id: amends } }, body }),
  );
}

function metadataIn(text: string, file: string): NewRecord {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`${file} is no JSON: ${(cause as Error).message}.`, { cause });
  }
}
