import { ApiError } from '@campus/client-core';
import { DetailedError, type UploadOptions as TusOptions, Upload } from 'tus-js-client';
import type { components } from '../generated/api.ts';

/** The fields of the video that an upload makes, and what to do with it. */
export type NewVideo = Omit<components['schemas']['VideoInput'], 'video'> & { encode?: boolean };

/**
 * In a browser a File or another Blob; in Node a Buffer, or what `createReadStream` of `node:fs` gives. (Of types that
 * both know: those of tus-js-client want Node's everywhere.)
 */
export type UploadSource = Blob | Uint8Array | { readonly path: string | Uint8Array; pipe: unknown };

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
  /** Bytes of a request; absent: all that is left goes in one. */
  pieceBytes?: number;
  /** Ends the sending; what has come stays for 72 hours, to go on with. */
  signal?: AbortSignal;
}

/** Waits before each new attempt after a cut; more than an upgrade of the service takes. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Sends a file in pieces (tus 1.0), and goes on by itself after a cut.
 *
 * @param fields  what is to be made of it
 * @returns  the address of the upload, and of the video that it has become
 * @throws ApiError  when the service refuses it; the reason of `signal`
 */
export function sendInPieces(
  { endpoint, headers }: { endpoint: string; headers: Record<string, string> },
  fields: object,
  { file, filename, resume, onBegun, onProgress, pieceBytes, signal }: SendOptions,
): Promise<{ address: string; made: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options: TusOptions = {
      endpoint,
      headers,
      retryDelays,
      metadata: { filename, ...metadataOf(fields) },
      // Where to go on is the caller's to keep.
      storeFingerprintForResuming: false,
      ...(resume !== undefined && { uploadUrl: resume }),
      ...(pieceBytes !== undefined && { chunkSize: pieceBytes }),
      onUploadUrlAvailable: () => {
        if (upload.url !== null) onBegun?.(upload.url);
      },
      onProgress: (sent, all) => onProgress?.(sent, all ?? sent),
      onError: (error) => reject(asApiError(error)),
      onSuccess: ({ lastResponse }) =>
        resolve({ address: upload.url ?? '', made: lastResponse.getHeader('Content-Location') }),
    };
    const upload = new Upload(file as Upload['file'], options);
    const end = () => void upload.abort().finally(() => reject(signal?.reason));
    if (signal?.aborted) end();
    else {
      signal?.addEventListener('abort', end, { once: true });
      upload.start();
    }
  });
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
