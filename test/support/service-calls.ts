import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { validPdf } from '../../apps/conventions-signing/test/support/pdfs.ts';
import { clip } from '../../apps/video-rest/test/support/clips.ts';
import { announcing, tus, tusBytes } from '../../apps/video-rest/test/support/tus.ts';
import { registrationOf } from './filled-signing.ts';

/** What was answered. */
export interface ServiceAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** A call as a program makes it; the path may be a whole address. */
export type Caller = (path: string, init?: RequestInit) => Promise<ServiceAnswer>;

export function callerOf(url: string, authorization: string): Caller {
  return async (path, { headers, ...init } = {}) => {
    const answer = await fetch(new URL(path, url), {
      ...init,
      headers: { Authorization: authorization, ...headers },
    });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
}

export const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

/** A body as browsers send it. */
export function form(texts: Record<string, string>, files: Record<string, Buffer> = {}): RequestInit {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  for (const [name, bytes] of Object.entries(files))
    body.append(name, new Blob([Buffer.from(bytes)]), `${name}.bin`);
  return { method: 'POST', body };
}

/** A registration as a form with its PDF, large enough to come to disk. */
export async function registration({ bytes = 600_000 }: { bytes?: number } = {}): Promise<RequestInit> {
  const pdf = Buffer.from(await validPdf({ bytes }));
  const { metadata } = JSON.parse(registrationOf(pdf)) as { metadata: object };
  return form({ metadata: JSON.stringify(metadata) }, { doc: pdf });
}

export async function tinyVideo(): Promise<Buffer> {
  return readFile(await clip('tiny'));
}

/** A video like no other: behind the clip stands a box of noise, which players skip. */
export async function videoOfItsOwn({ bytes }: { bytes: number }): Promise<Buffer> {
  const box = Buffer.alloc(8);
  box.writeUInt32BE(bytes + box.length);
  box.write('free', 4, 'latin1');
  return Buffer.concat([await tinyVideo(), box, randomBytes(bytes)]);
}

/** Makes a type and names an owner: what a video needs. */
export async function videoFields(call: Caller, title = 'Lecture'): Promise<Record<string, string>> {
  const made = await call('/rest/types/', json({ title: `Type ${crypto.randomUUID()}` }));
  const users = await call('/rest/users/');
  const type = JSON.parse(String(made.body)) as { url: string };
  const { results } = JSON.parse(String(users.body)) as { results: { url: string }[] };
  return { title, type: type.url, owner: results[0]?.url ?? '' };
}

/** Begins an upload in pieces, and gives its path. */
export async function beginUpload(call: Caller, fields: Record<string, string>, size: number) {
  const told = { filename: 'lecture.mp4', ...fields };
  const begun = await call('/rest/uploads/', { method: 'POST', headers: announcing(size, told) });
  return { ...begun, path: new URL(begun.headers.get('location') ?? 'http://x/').pathname };
}

/** A piece of it. */
export function pieceOf(bytes: Buffer, offset: number): RequestInit {
  const headers = { ...tusBytes, 'Upload-Offset': String(offset) };
  return { method: 'PATCH', headers, body: new Blob([Buffer.from(bytes)]) };
}

/** Asks how far an upload is, and sends the next piece, until so many bytes of it are there. */
export async function sendPieces(call: Caller, path: string, bytes: Buffer): Promise<void> {
  for (;;) {
    const { status, headers } = await call(path, { method: 'HEAD', headers: tus });
    if (status !== 200) throw new Error(`${path}: the upload is answered ${status}`);
    const offset = Number(headers.get('upload-offset'));
    if (offset >= bytes.length) return;
    const sent = await call(path, pieceOf(bytes.subarray(offset, offset + pieceBytes), offset));
    // 409: a piece had come whose answer was cut.
    if (sent.status !== 204 && sent.status !== 409) throw new Error(`${path}: ${sent.status} ${sent.body}`);
  }
}

const pieceBytes = 50_000;
