import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@campus/rest';
import type { Request } from 'express';
import type { Checksum } from '../../uploads/append-to-upload.ts';
import { refusals } from '../refusals.ts';

/** The protocol that is spoken here, https://tus.io/protocols/resumable-upload. */
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,checksum,expiration,termination,concatenation';
export const checksumAlgorithms = ['sha1', 'sha256', 'sha512', 'md5'];

/** Whether a client that is cut off asks how much has come, and goes on there; an answer 4xx would end its upload. */
export function isResumable({ headers }: IncomingMessage): boolean {
  return headers['tus-resumable'] !== undefined;
}

/** @throws Refusal  412 */
export function requireVersion(request: Request): void {
  if (request.headers['tus-resumable'] === tusVersion) return;
  throw new Refusal(refusals.other_tus_version, {
    values: { version: tusVersion },
    headers: { 'Tus-Version': tusVersion },
  });
}

/** @throws Refusal  415 */
export function requireBytes({ headers }: Request): void {
  const type = headers['content-type'] ?? '';
  if (type !== 'application/offset+octet-stream')
    throw new Refusal('unsupported_media_type', { values: { type } });
}

/** What `Upload-Checksum` says. @throws Refusal  400 */
export function checksumOf({ headers }: Request): Checksum | undefined {
  const given = headers['upload-checksum'];
  if (given === undefined) return undefined;
  const [algorithm = '', digest = ''] = String(given).split(' ');
  if (!checksumAlgorithms.includes(algorithm) || digest === '')
    throw malformed(`Upload-Checksum must be one of ${checksumAlgorithms.join(', ')}, a space, and Base64`);
  return { hash: createHash(algorithm), digest: Buffer.from(digest, 'base64') };
}

/** Secrets are not told back, so they are not kept either. */
const secretKeys = ['password'];

/** What `Upload-Metadata` says, by key. @throws Refusal  400 */
export function metadataOf(header: string): Map<string, string> {
  const pairs = pairsOf(header).map(([key = '', value = '', ...more]) => {
    if (key === '' || more.length > 0 || !/^[\d+/A-Za-z]*={0,2}$/.test(value))
      throw malformed('Upload-Metadata must be pairs of a key and Base64, separated by commas');
    return [key, Buffer.from(value, 'base64').toString('utf8')] as const;
  });
  const texts = new Map(pairs);
  if (texts.size < pairs.length) throw malformed('a key stands twice in Upload-Metadata');
  return texts;
}

/** The header as it may be kept. */
export function withoutSecrets(header: string): string {
  return pairsOf(header)
    .filter(([key = '']) => !secretKeys.includes(key))
    .map((pair) => pair.join(' '))
    .join(',');
}

/** The ids in `Upload-Concat: final;…`, whose addresses may be absolute; undefined: the upload is not joined of others. */
export function joinedIds({ headers }: Request): string[] | undefined {
  const given = headers['upload-concat'];
  if (typeof given !== 'string' || !given.startsWith('final;')) return undefined;
  const ids = given
    .slice('final;'.length)
    .split(' ')
    .filter((address) => address !== '')
    .map((address) => /([^/]+)\/?$/.exec(address)?.[1] ?? '');
  if (ids.length === 0) throw malformed('Upload-Concat names no upload');
  return ids;
}

/** Whether it is only sent to be joined. @throws Refusal  400 */
export function isPartial({ headers }: Request): boolean {
  const given = headers['upload-concat'];
  if (given === undefined || given === 'partial') return given === 'partial';
  throw malformed('Upload-Concat must be partial, or final with the addresses of the parts');
}

export function malformed(reason: string): Refusal {
  return new Refusal('malformed_request', { values: { reason } });
}

function pairsOf(header: string): string[][] {
  return header
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => pair.split(' '));
}
