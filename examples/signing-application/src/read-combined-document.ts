import type { DocumentToSign, Signatory } from './document.ts';

/**
 * Checks and unpacks the combined document object of the contract (§2): `{pdf64, metadata}`.
 *
 * @throws Error  names the field that is not as the contract says
 */
export function readCombinedDocument(body: unknown): DocumentToSign {
  const combined = object(body, 'the combined document');
  const metadata = object(combined.metadata, 'metadata');
  if (!Array.isArray(metadata.signatory)) throw unexpected('metadata.signatory', 'a list');
  const signatories = metadata.signatory.map((entry: unknown, index) => readSignatory(entry, index));
  return {
    title: text(metadata.title, 'metadata.title'),
    workflow: text(metadata.workflowId, 'metadata.workflowId'),
    pdf: Buffer.from(text(combined.pdf64, 'pdf64'), 'base64'),
    signatories: signatories.sort((one, other) => one.order - other.order),
  };
}

function readSignatory(entry: unknown, index: number): Signatory {
  const at = `metadata.signatory[${index}]`;
  const signatory = object(entry, at);
  const { order } = signatory;
  if (typeof order !== 'number' || !Number.isInteger(order)) throw unexpected(`${at}.order`, 'an integer');
  return {
    name: text(signatory.name, `${at}.name`),
    givenname: text(signatory.givenname, `${at}.givenname`),
    mail: text(signatory.mail, `${at}.mail`),
    order,
  };
}

function object(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw unexpected(field, 'an object');
  return { ...value };
}

function text(value: unknown, field: string): string {
  if (typeof value !== 'string') throw unexpected(field, 'a text');
  return value;
}

function unexpected(field: string, expected: string): Error {
  return new Error(
    `The institution's service answered without what the contract says: ${field} is not ${expected}`,
  );
}
