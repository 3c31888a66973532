/**
 * Calls the institution's public API (contract §4). The only file that calls out.
 */
import { ApiError, answerOf, createVendorApi } from '@campus/signing-client';
import { contractDate } from './contract-date.ts';
import { type DocumentRef, type DocumentToSign, showRef } from './document.ts';
import { withRetries } from './with-retries.ts';

/** When a signatory signed, and when they were given the document. */
interface SignatureDates {
  mail: string;
  order: number;
  signatureDate: Date;
  submissionDate: Date;
}

/** That a signatory does not sign. */
interface Refusal {
  mail: string;
  order: number;
  date: Date;
  reason: string;
}

/** Each call tries again for some seconds when the service is not reached or fails on its side. */
export interface Institution {
  fetchDocument(ref: DocumentRef, signal: AbortSignal): Promise<DocumentToSign>;
  /** Sends the signed PDF; the very same bytes twice are taken once. */
  depositPdf(ref: DocumentRef, pdf: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Says that somebody does not sign, which ends the round; the same refusal twice is taken once. */
  reportRefusal(ref: DocumentRef, refusal: Refusal, signal: AbortSignal): Promise<void>;
  /** Reports dates, of some signatories or of all; the same dates twice are taken once. */
  reportDates(ref: DocumentRef, dates: SignatureDates[], signal: AbortSignal): Promise<void>;
}

export function createInstitution(access: { baseUrl: string; token: string }): Institution {
  const api = createVendorApi({ ...access, timeoutMs: 30_000 });

  async function call<Answer>(
    what: string,
    signal: AbortSignal,
    send: () => ReturnType<typeof answerOf<Answer>>,
  ): Promise<Answer> {
    try {
      return await withRetries(send, { mayPass, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }

  return {
    async fetchDocument(ref, signal) {
      const { pdf64, metadata } = await call(`GET ${showRef(ref)}`, signal, () =>
        answerOf(api.GET(pathOf(ref, ''), { ...about(ref), signal })),
      );
      return {
        title: metadata.title,
        workflow: metadata.workflowId,
        pdf: Buffer.from(pdf64, 'base64'),
        signatories: metadata.signatory.toSorted((one, other) => one.order - other.order),
      };
    },
    async depositPdf(ref, pdf, signal) {
      const body = { doc: new File([Buffer.from(pdf)], 'signed.pdf', { type: 'application/pdf' }) };
      await call(`POST ${showRef(ref)}/pdf`, signal, () =>
        answerOf(api.POST(pathOf(ref, '/pdf'), { ...about(ref), body, signal })),
      );
    },
    async reportRefusal(ref, { date, ...refusal }, signal) {
      const body = { ...refusal, date: contractDate(date) };
      await call(`POST ${showRef(ref)}/refusal`, signal, () =>
        answerOf(api.POST(pathOf(ref, '/refusal'), { ...about(ref), body, signal })),
      );
    },
    async reportDates(ref, dates, signal) {
      const body = dates.map(({ mail, order, signatureDate, submissionDate }) => ({
        mail,
        order,
        signatureDate: contractDate(signatureDate),
        submissionDate: contractDate(submissionDate),
      }));
      await call(`PATCH ${showRef(ref)}/dates`, signal, () =>
        answerOf(api.PATCH(pathOf(ref, '/dates'), { ...about(ref), body, signal })),
      );
    },
  };
}

/** The token must not travel to another address: no redirect is followed. */
function about({ id }: DocumentRef) {
  return { params: { path: { id } }, redirect: 'error' as const };
}

/** Calls about amendments have the types of those about agreements. */
function pathOf<Rest extends string>(
  { kind }: DocumentRef,
  rest: Rest,
): `/public/api/conventions/{id}${Rest}` {
  return `/public/api/${kind}/{id}${rest}` as `/public/api/conventions/{id}${Rest}`;
}

/** No answer at all, a fault of the server, or its wish to be asked later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}
