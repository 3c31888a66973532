/** The institution's side of the check: calls the management API as the institution's application does. */
import { z } from 'zod';
import { createPdfInspector } from '../src/pdf/inspect.ts';
import type { testAgreement } from './test-agreement.ts';

const created = z.object({ id: z.int() });

/** What the check reads of a record. */
const checkedRecord = z.object({
  id: z.int(),
  state: z.string(),
  signatory: z.array(z.object({ mail: z.string(), order: z.int(), signatureDate: z.string().nullable() })),
  /** Of a round that somebody has refused. */
  refusal: z.object({ mail: z.string(), order: z.int(), reason: z.string() }).nullable(),
  deposits: z.array(
    z.object({
      version: z.int(),
      size: z.int(),
      // Known once the findings on signatures are part of the record.
      signatures: z.object({ count: z.int() }).nullish(),
    }),
  ),
  deliveries: z.array(
    z.object({
      state: z.string(),
      reference: z.string().nullable(),
      attempts: z.array(
        z.object({
          number: z.int(),
          durationMs: z.int(),
          status: z.int().nullable(),
          error: z.string().nullable(),
        }),
      ),
    }),
  ),
});

export type CheckedRecord = z.output<typeof checkedRecord>;
export type Institution = ReturnType<typeof createInstitution>;

export function createInstitution({ url, token }: { url: string; token: string }) {
  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const response = await fetch(`${url}/api/conventions${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (response.ok) return response;
    throw new Error(`${method} ${response.url} answered ${response.status}: ${await response.text()}`);
  }

  return {
    /** Registers the agreement; returns its id. */
    async register(agreement: ReturnType<typeof testAgreement>): Promise<number> {
      return created.parse(await (await call('POST', '', agreement)).json()).id;
    },
    async sendForSignature(id: number): Promise<void> {
      await call('POST', `/${id}/signature`);
    },
    async read(id: number): Promise<CheckedRecord> {
      return checkedRecord.parse(await (await call('GET', `/${id}`)).json());
    },
    /** Pages of the signed PDF of that version. */
    async countPages(id: number, version: number): Promise<number> {
      const inspector = createPdfInspector();
      try {
        const response = await call('GET', `/${id}/signed-pdf?version=${version}`);
        return (await inspector.inspect(await response.bytes())).pages;
      } finally {
        await inspector.stop();
      }
    },
  };
}
