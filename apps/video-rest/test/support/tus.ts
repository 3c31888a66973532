/** What clients of the protocol tus say (https://tus.io/protocols/resumable-upload). */
import type { Client } from './service.ts';

export const tus = { 'Tus-Resumable': '1.0.0' };

/** Of a request that brings bytes. */
export const tusBytes = { ...tus, 'Content-Type': 'application/offset+octet-stream' };

/** What an upload is to become, by the names of fields, with `filename`. */
export function metadataOf(texts: Record<string, string>): { 'Upload-Metadata': string } {
  const pairs = Object.entries(texts).map(([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`);
  return { 'Upload-Metadata': pairs.join(',') };
}

/** What the request says that begins an upload of so many bytes. */
export function announcing(size: number, texts: Record<string, string>) {
  return { ...tus, 'Upload-Length': String(size), ...metadataOf(texts) };
}

/** Begins an upload. @returns its path */
export async function beginUpload(
  client: Client,
  { size, texts }: { size: number; texts: Record<string, string> },
): Promise<string> {
  const { headers } = await client.post('/rest/uploads/').set(announcing(size, texts)).expect(201);
  return new URL(String(headers.location)).pathname;
}

/** Sends bytes of an upload. */
export function sendPiece(client: Client, path: string, { bytes, at = 0 }: { bytes: Buffer; at?: number }) {
  return client
    .patch(path)
    .set({ ...tusBytes, 'Upload-Offset': String(at) })
    .send(bytes);
}
