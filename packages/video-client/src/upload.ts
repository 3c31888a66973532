import { ApiError } from '@campus/client-core';
import {
  DefaultHttpStack,
  DetailedError,
  type HttpStack,
  type UploadOptions as TusOptions,
  Upload,
} from 'tus-js-client';
import type { components } from '../generated/api.ts';

/** The fields of the video that an upload makes, and what to do with it. */
export type NewVideo = Omit<components['schemas']['VideoInput'], 'video'> & { encode?: boolean };

/** A File or another Blob, in Node as `openAsBlob` of `node:fs` gives it, or bytes. */
export type UploadSource = Blob | Uint8Array;

export interface UploadOptions extends SendOptions {
  /** Of the new video; of one whose source is replaced, `video` (id, slug or address) and what to change besides. */
  fields: NewVideo | (Partial<NewVideo> & { video: string });
}

export interface SendOptions {
  file: UploadSource;
  filename: string;
  /** Goes on with an upload that was cut off: what `onBegun` was told. */
  resume?: string;
  /** Hears the address of the upload. Who keeps it can go on after a crash or a reload. */
  onBegun?: (address: string) => void;
  /** Hears how many bytes the service has. */
  onProgress?: (sentBytes: number, allBytes: number) => void;
  /** Bytes of a request, which are held in memory; 8 MiB when not said. */
  pieceBytes?: number;
  /** Ends the sending; what has come stays for 72 hours, to go on with. */
  signal?: AbortSignal;
}

/** Waits before each new attempt after a cut; more than an upgrade of the service takes. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/** What a request may take on a slow line, beside the time for its answer. */
const leastBytesPerSecond = 16 * 1024;
const answerMs = 120_000;

interface Endpoint {
  endpoint: string;
  headers: Record<string, string>;
  /** For the answer to each request, beside the time that its piece takes; two minutes when not said. */
  timeoutMs?: number | undefined;
}

/**
 * Sends a file in pieces (tus 1.0), and goes on by itself after a cut.
 *
 * @param fields  what is to be made of it
 * @returns  the address of the upload, and of the video that it has become
 * @throws ApiError  when the service refuses it; `NotReadableError` when the file has changed or gone; the reason of `signal`
 */
export function sendInPieces(
  { endpoint, headers, timeoutMs = answerMs }: Endpoint,
  fields: object,
  { file, filename, resume, onBegun, onProgress, pieceBytes = 8 * 2 ** 20, signal }: SendOptions,
): Promise<{ address: string; made: string | undefined }> {
  return new Promise((resolve, reject) => {
    const endWith = (reason: unknown) => void upload.abort().finally(() => reject(reason));
    /** What its hearers throw would be taken for a cut, after which it is tried again. */
    const hear = (tell: () => unknown) => {
      try {
        tell();
      } catch (error) {
        endWith(error);
      }
    };
    const options: TusOptions = {
      endpoint,
      headers,
      httpStack: stackWithin(timeoutMs),
      retryDelays,
      metadata: { filename, ...metadataOf(fields) },
      // Where to go on is the caller's to keep.
      storeFingerprintForResuming: false,
      ...(resume !== undefined && { uploadUrl: resume }),
      chunkSize: pieceBytes,
      fileReader: {
        openFile: async () => ({
          size: file instanceof Blob ? file.size : file.length,
          async slice(start, end) {
            const value = await pieceOf(file, start, end).catch((error) => {
              endWith(error);
              throw error;
            });
            return { value, done: false };
          },
          close() {},
        }),
      },
      onUploadUrlAvailable: () => hear(() => upload.url !== null && onBegun?.(upload.url)),
      onProgress: (sent, all) => hear(() => onProgress?.(sent, all ?? sent)),
      onError: (error) => reject(asApiError(error)),
      onSuccess: ({ lastResponse }) =>
        resolve({ address: upload.url ?? '', made: lastResponse.getHeader('Content-Location') }),
    };
    const upload = new Upload(file as Upload['file'], options);
    if (signal?.aborted) endWith(signal.reason);
    else {
      signal?.addEventListener('abort', () => endWith(signal.reason), { once: true });
      upload.start();
    }
  });
}

/** Gives up a request whose answer is late, so that it is made again: a line may go silent without a word. */
function stackWithin(timeoutMs: number): HttpStack {
  const stack = new DefaultHttpStack({});
  return {
    getName: () => stack.getName(),
    createRequest(method, url) {
      const request = stack.createRequest(method, url);
      const send = request.send.bind(request);
      request.send = (body?: { size?: number } | null) => {
        const limitMs = timeoutMs + ((body?.size ?? 0) / leastBytesPerSecond) * 1_000;
        return new Promise((resolve, reject) => {
          const timer = setTimeout(() => {
            reject(new Error(`no answer within ${limitMs / 1_000} s`));
            void request.abort();
          }, limitMs);
          send(body)
            .finally(() => clearTimeout(timer))
            .then(resolve, reject);
        });
      };
      return request;
    },
  };
}

/** tus-js-client reads the number of bytes at `size`, and sends them by either of its two ways to speak HTTP. */
async function pieceOf(
  file: UploadSource,
  start: number,
  end: number,
): Promise<Uint8Array & { size: number }> {
  const bytes =
    file instanceof Blob
      ? new Uint8Array(await file.slice(start, end).arrayBuffer())
      : file.subarray(start, end);
  return Object.assign(bytes, { size: bytes.length });
}

/** As `Upload-Metadata` takes them: several values as a JSON array of texts. */
function metadataOf(fields: object): Record<string, string> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    said.map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value.map(String)) : String(value),
    ]),
  );
}

function asApiError(error: Error | DetailedError): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (response === null || !(error instanceof DetailedError)) return error;
  return new ApiError({
    url: error.originalRequest.getURL(),
    status: response.getStatus(),
    body: parsed(response.getBody()),
    retryAfter: response.getHeader('Retry-After'),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
