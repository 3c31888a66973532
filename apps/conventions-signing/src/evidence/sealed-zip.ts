import { createHash } from 'node:crypto';
import { type MeasuredFile, zipOf } from '../archive/zip-of.ts';

/** What the comment at the end of a package begins with; 64 hexadecimal digits follow. */
const sealPrefix = 'SHA-256 of all before: ';
const digits = 64;

/**
 * A ZIP that ends with the SHA-256 of everything before: not a bit of it changes unseen, in files or between them. It is
 * the archive's comment, which readers of ZIP pass over.
 */
export async function* sealedZip(
  files: AsyncIterable<MeasuredFile>,
  { madeAt }: { madeAt: Date },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const comment = sealPrefix + '0'.repeat(digits);
  // What may hold the digits is kept back until it is known.
  let held = Buffer.alloc(0);
  for await (const piece of zipOf(files, { madeAt, comment })) {
    const tail = Buffer.concat([held, piece.subarray(-digits)]);
    // A large piece is not copied: it goes out as it is, behind what was held.
    const known = piece.length > digits ? [held, piece.subarray(0, -digits)] : [tail.subarray(0, -digits)];
    held = tail.subarray(-digits);
    for (const part of known) {
      hash.update(part);
      yield part;
    }
  }
  yield Buffer.from(hash.digest('hex'));
}
