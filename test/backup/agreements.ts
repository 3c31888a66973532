import { createHash } from 'node:crypto';
import { validPdf } from '../../apps/conventions-signing/test/support/pdfs.ts';
import { registrationOf } from '../support/filled-signing.ts';
import { type Caller, form, json } from '../support/service-calls.ts';
import { Books, keepOn, type Sight } from './books.ts';

interface Shown {
  id: number;
  reference: string;
  state: string;
}

/** How far each agreement is: registered, sent, its signed PDF deposited, all dates told. */
export function createAgreements({ institution, vendor }: { institution: Caller; vendor: Caller }) {
  const books = new Books();
  const signedPdfs = new Map<string, string>();
  const registered = validPdf();

  async function circulate(reference: string): Promise<void> {
    const entry = books.open(reference);
    const body = { ...JSON.parse(registrationOf(Buffer.from(await registered))), reference };
    const made = await books.step(entry, () => told(institution, '/api/conventions', json(body)));
    const { id } = JSON.parse(made) as Shown;
    await books.step(entry, () => told(institution, `/api/conventions/${id}/signature`, json({})));
    const signed = Buffer.from(await validPdf({ text: `${reference} signed`, bytes: 200_000 }));
    signedPdfs.set(reference, sha256(signed));
    const at = `/public/api/conventions/${id}`;
    await books.step(entry, () => told(vendor, `${at}/pdf`, form({}, { doc: signed })));
    const dates = [{ mail: 'ada@example.org', order: 1, signatureDate: '2026-03-01T10:00:00.000+0100' }];
    await books.step(entry, () => told(vendor, `${at}/dates`, { ...json(dates), method: 'PATCH' }));
  }

  return {
    books,
    loop: () => keepOn((number) => circulate(`Agreement ${number}`)),
    /** What a service has of them. */
    async look(call: Caller): Promise<Map<string, Sight>> {
      const seen = new Map<string, Sight>();
      for (let page: string | null = '/api/conventions?page_size=100'; page !== null; ) {
        const shown = JSON.parse(await told(call, page)) as { results: Shown[]; next: string | null };
        for (const record of shown.results) seen.set(record.reference, await sightOf(call, record));
        page = shown.next === null ? null : pathOf(shown.next);
      }
      return seen;
    },
  };

  async function sightOf(call: Caller, { id, reference, state }: Shown): Promise<Sight> {
    if (state === 'draft') return { after: [1], flaws: [] };
    const { status, body } = await call(`/api/conventions/${id}/signed-pdf`);
    if (status === 404) return { after: [2], flaws: state === 'signing' ? [] : [`${state} without a PDF`] };
    const isIt = status === 200 && sha256(body) === signedPdfs.get(reference);
    const flaws = isIt ? [] : [`another PDF counts (${status})`];
    return { after: [state === 'signed' ? 4 : 3], flaws };
  }
}

/** The text of an answer that is well. */
export async function told(call: Caller, path: string, init?: RequestInit): Promise<string> {
  const { status, body } = await call(path, init);
  if (status < 200 || status > 299) throw new Error(`${path} was answered ${status}: ${body}`);
  return body.toString();
}

export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
