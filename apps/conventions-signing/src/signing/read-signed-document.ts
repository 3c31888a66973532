import type { StoredDocument } from '../data/documents.ts';
import type { SigningDeps } from './dependencies.ts';
import { SigningError } from './errors.ts';
import { signableNotFound } from './lock-or-refuse.ts';
import type { SignableRef } from './signable.ts';

/**
 * A signed PDF: the version that is asked for, from any round, or the newest of the round that counts.
 *
 * @throws SigningError  `signable_not_found`, `signed_document_not_found` (the message names what there is)
 */
export async function readSignedDocument(
  { db }: Pick<SigningDeps, 'db'>,
  { ref, version }: { ref: SignableRef; version?: number | undefined },
): Promise<StoredDocument & { version: number }> {
  const signable = await db.prisma.signable.findUnique({
    where: { kind_number: ref },
    select: {
      state: true,
      round: true,
      deposits: {
        select: { version: true, round: true, document: { select: { id: true, sha256: true, size: true } } },
        orderBy: { version: 'asc' },
      },
    },
    relationLoadStrategy: 'join',
  });
  if (signable === null) throw signableNotFound(ref);
  const counts = (round: number) => signable.state !== 'draft' && round === signable.round;
  const found =
    version === undefined
      ? signable.deposits.findLast(({ round }) => counts(round))
      : signable.deposits.find((deposit) => deposit.version === version);
  if (found !== undefined) return { ...found.document, version: found.version };

  const versions = signable.deposits.map((deposit) => deposit.version).join(', ');
  const wanted = version === undefined ? 'no signed PDF that counts' : `no version ${version}`;
  throw new SigningError(
    'signed_document_not_found',
    versions === ''
      ? `${ref.kind} ${ref.number} has no signed PDF yet`
      : `${ref.kind} ${ref.number} has ${wanted}; stored versions: ${versions} (ask with ?version=)`,
  );
}
