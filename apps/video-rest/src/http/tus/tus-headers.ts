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
export const bytesType = 'application/offset+octet-stream';

/** JSON Schema of a number of bytes. */
export const byteCount = { type: 'integer', minimum: 0 };

/** What requests say by headers of the protocol, as the OpenAPI document has them. */
export const tusHeaders = {
  version: header('Tus-Resumable', 'the protocol', {
    required: true,
    schema: { type: 'string', const: tusVersion },
  }),
  length: header('Upload-Length', 'of the whole file, in bytes; absent for one that is joined', {
    schema: byteCount,
    example: 10_000_000,
  }),
  offset: header('Upload-Offset', 'where they belong: what is there already', {
    required: true,
    schema: byteCount,
    example: 0,
  }),
  metadata: header(
    'Upload-Metadata',
    'the fields of the video, and `filename`: pairs of a key and Base64, separated by commas; of a field that takes several each on a line of its own; `video` names a video whose source is replaced',
    {
      example: pairs({
        filename: 'algebra.mp4',
        title: 'Linear algebra',
        owner: '/rest/users/1/',
        type: '/rest/types/1/',
      }),
    },
  ),
  concat: header('Upload-Concat', '`partial`, or `final;` with the addresses of the parts'),
  checksum: header(
    'Upload-Checksum',
    `${checksumAlgorithms.join(', ').replace(/, (\w+)$/, ' or $1')}, a blank, and the digest in Base64; without a match nothing of the request is kept (460)`,
  ),
};

function header(
  name: string,
  description: string,
  {
    required = false,
    schema = { type: 'string' },
    ...example
  }: { required?: boolean; schema?: object; example?: unknown } = {},
) {
  return { name, in: 'header', required, description, schema, ...example };
}

function pairs(texts: Record<string, string>): string {
  return Object.entries(texts)
    .map(([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`)
    .join(',');
}

function said({ headers }: IncomingMessage, { name }: { name: string }): string | undefined {
  return headers[name.toLowerCase()]?.toString();
}

/** Whether a client that is cut off asks how much has come, and goes on there; an answer 4xx would end its upload. */
export function isResumable(request: IncomingMessage): boolean {
  return said(request, tusHeaders.version) !== undefined;
}

/** @throws Refusal  412 */
export function requireVersion(request: Request): void {
  if (said(request, tusHeaders.version) === tusVersion) return;
  throw new Refusal(refusals.other_tus_version, {
    values: { version: tusVersion },
    headers: { 'Tus-Version': tusVersion },
  });
}

/** @throws Refusal  415 */
export function requireBytes({ headers }: Request): void {
  const type = headers['content-type'] ?? '';
  if (type !== bytesType) throw new Refusal('unsupported_media_type', { values: { type } });
}

/** What `Upload-Checksum` says. @throws Refusal  400 */
export function checksumOf(request: Request): Checksum | undefined {
  const given = said(request, tusHeaders.checksum);
  if (given === undefined) return undefined;
  const [algorithm = '', digest = ''] = given.split(' ');
  if (!checksumAlgorithms.includes(algorithm) || digest === '')
    throw malformed(`Upload-Checksum must be one of ${checksumAlgorithms.join(', ')}, a space, and Base64`);
  return { hash: createHash(algorithm), digest: Buffer.from(digest, 'base64') };
}

/** Secrets are not told back, so they are not kept either. */
const secretKeys = ['password'];

/** `Upload-Metadata` as it was sent. */
export function metadataIn(request: Request): string {
  return said(request, tusHeaders.metadata) ?? '';
}

/** What it says, by key. @throws Refusal  400 */
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
export function joinedIds(request: Request): string[] | undefined {
  const given = said(request, tusHeaders.concat);
  if (!given?.startsWith('final;')) return undefined;
  const ids = given
    .slice('final;'.length)
    .split(' ')
    .filter((address) => address !== '')
    .map((address) => /([^/]+)\/?$/.exec(address)?.[1] ?? '');
  if (ids.length === 0) throw malformed('Upload-Concat names no upload');
  return ids;
}

/** Whether it is only sent to be joined. @throws Refusal  400 */
export function isPartial(request: Request): boolean {
  const given = said(request, tusHeaders.concat);
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
