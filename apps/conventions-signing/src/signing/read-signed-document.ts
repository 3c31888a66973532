import { findDeposits } from '../data/deposits.ts';
import type { StoredDocument } from '../data/documents.ts';
import type { Database } from '../data/open-database.ts';
import { findState } from '../data/signables.ts';
import { roundCounts, type SignableRef } from '../domain/signable.ts';
import { signableNotFound } from './conditions.ts';
import { SigningError } from './errors.ts';

/**
 * A signed PDF: the version that is asked for, from any round, or the newest of the round that counts.
 *
 * @throws SigningError  `signable_not_found`, `signed_document_not_found` (the message names what there is)
 */
export async function readSignedDocument(
  { db }: { db: Database },
  { ref, version }: { ref: SignableRef; version?: number | undefined },
): Promise<StoredDocument & { version: number }> {
  const signable = await findState(db, ref);
  if (signable === null) throw signableNotFound(ref);
  const deposits = await findDeposits(db.pool, signable.id);
  const found =
    version === undefined
      ? deposits.findLast(({ round }) => roundCounts(signable, round))
      : deposits.find((deposit) => deposit.version === version);
  if (found !== undefined) return { ...found.document, version: found.version };

  const versions = deposits.map((deposit) => deposit.version).join(', ');
  const wanted = version === undefined ? 'no signed PDF that counts' : `no version ${version}`;
  throw new SigningError(
    'signed_document_not_found',
    versions === ''
      ? `${ref.kind} ${ref.number} has no signed PDF yet`
      : `${ref.kind} ${ref.number} has ${wanted}; stored versions: ${versions} (ask with ?version=)`,
  );
}
