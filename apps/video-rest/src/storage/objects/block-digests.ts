import { createHash, type Hash } from 'node:crypto';
import type { ObjectFacts } from '../../data/media-objects.ts';

/**
 * What is held against one digest, and one part of a multipart upload: each range that is read whole blocks of can be
 * judged by itself. S3 takes 10,000 parts, so the largest object has 78 GiB.
 */
export const blockBytes = 8 * 2 ** 20;

/** The largest object that parts of this size make. */
export const largestObjectBytes = 10_000 * blockBytes;

const digestBytes = 32;

/** Takes the bytes of an object as they pass, and makes of them what is known of it. */
export interface BlockDigests {
  add(piece: Buffer): void;
  finish(): ObjectFacts;
}

export function createBlockDigests(): BlockDigests {
  const digests: Buffer[] = [];
  let hash: Hash | undefined;
  let bytes = 0;
  return {
    add(piece) {
      for (let from = 0; from < piece.length; ) {
        const left = blockBytes - (bytes % blockBytes);
        const part = piece.subarray(from, from + left);
        hash ??= createHash('sha256');
        hash.update(part);
        from += part.length;
        bytes += part.length;
        if (bytes % blockBytes > 0) continue;
        digests.push(hash.digest());
        hash = undefined;
      }
    },
    finish: () => ({ bytes, digests: Buffer.concat(hash ? [...digests, hash.digest()] : digests) }),
  };
}

/** Whether these are the bytes of that block, as they were when the object was written. */
export function isBlock({ digests }: ObjectFacts, index: number, block: Buffer): boolean {
  const expected = digests.subarray(index * digestBytes, (index + 1) * digestBytes);
  return createHash('sha256').update(block).digest().equals(expected);
}

/** A name of the content, as an entity tag has it. */
export function etagOf({ bytes, digests }: ObjectFacts): string {
  const digest = createHash('sha256').update(digests).digest('hex').slice(0, digestBytes);
  return `"${bytes.toString(16)}-${digest}"`;
}
