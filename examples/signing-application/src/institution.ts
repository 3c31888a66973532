/**
 * Calls the institution's public API (contract §4). The only file that calls out.
 */
import axios, { AxiosError, type AxiosRequestConfig } from 'axios';
import { contractDate } from './contract-date.ts';
import { type DocumentRef, type DocumentToSign, showRef } from './document.ts';
import { readCombinedDocument } from './read-combined-document.ts';
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

export function createInstitution({ baseUrl, token }: { baseUrl: string; token: string }): Institution {
  const http = axios.create({
    baseURL: `${baseUrl}/public/api/`,
    headers: { Authorization: `Bearer ${token}` },
    timeout: 30_000,
    // The token must not travel to another address, be it by a redirect or through a proxy of the environment.
    maxRedirects: 0,
    proxy: false,
    // A PDF of 50 MiB in Base64, with its metadata.
    maxContentLength: 70 * 2 ** 20,
    maxBodyLength: 70 * 2 ** 20,
  });

  async function call(request: AxiosRequestConfig, signal: AbortSignal): Promise<unknown> {
    try {
      const { data } = await withRetries(() => http.request<unknown>({ ...request, signal }), {
        mayPass,
        signal,
      });
      return data;
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(`${request.method} ${request.url}: ${explain(error)}`, { cause: error });
    }
  }

  return {
    async fetchDocument(ref, signal) {
      return readCombinedDocument(await call({ method: 'GET', url: showRef(ref) }, signal));
    },
    async depositPdf(ref, pdf, signal) {
      const form = new FormData();
      form.append('doc', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'signed.pdf');
      await call({ method: 'POST', url: `${showRef(ref)}/pdf`, data: form }, signal);
    },
    async reportRefusal(ref, { date, ...refusal }, signal) {
      const data = { ...refusal, date: contractDate(date) };
      await call({ method: 'POST', url: `${showRef(ref)}/refusal`, data }, signal);
    },
    async reportDates(ref, dates, signal) {
      const entries = dates.map(({ mail, order, signatureDate, submissionDate }) => ({
        mail,
        order,
        signatureDate: contractDate(signatureDate),
        submissionDate: contractDate(submissionDate),
      }));
      await call({ method: 'PATCH', url: `${showRef(ref)}/dates`, data: entries }, signal);
    },
  };
}

/** No answer at all, a fault of the server, or its wish to be asked later. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof AxiosError)) return false;
  const status = error.response?.status;
  return status === undefined || status >= 500 || status === 429;
}

/** Errors come as problem documents (RFC 9457), whose `detail` is written for people. */
function explain(error: unknown): string {
  if (!(error instanceof AxiosError)) return String(error);
  if (error.response === undefined) return error.message || String(error.code);
  const { status, data } = error.response as { status: number; data: unknown };
  const detail = typeof data === 'object' && data !== null && 'detail' in data ? data.detail : undefined;
  return detail === undefined ? `answered ${status}` : `answered ${status}: ${detail}`;
}
