import { createTurns, type Log, type TurnLimits } from '@campus/service';
import type { Database } from '../../data/open-database.ts';
import { findSignable } from '../../data/signables.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SignableRef } from '../../domain/signable.ts';
import { sealedZip } from '../../evidence/sealed-zip.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { filePrefixes } from '../../wire/words.ts';
import { inTurn, type Recipient, sendFile } from '../answer/send-file.ts';
import { type ConfiguredTokens, tokenHoldersOf } from '../said/token-holders.ts';
import type { CertificateReader } from './certificate.ts';
import { packageFiles } from './package-files.ts';

/** Each draws a certificate, and holds a piece of a document in memory for as long as its reader takes. */
export const evidenceLimits = {
  atATime: 4,
  atATimePerCaller: 2,
  waiting: 32,
  waitingPerCaller: 8,
  retryAfterSeconds: 10,
} satisfies TurnLimits;

export interface EvidenceDeps extends ConfiguredTokens {
  db: Database;
  now: () => Date;
  log: Log;
  /** The institution's own language and time zone: a package is kept, and read by others than who asks for it. */
  institution: CertificateReader;
}

/** Sends the evidence package of a record, to APIs and pages alike. */
export type SendEvidence = (recipient: Recipient, asked: { ref: SignableRef; scope: Scope }) => Promise<void>;

/** What sends evidence packages; whoever asks takes turns with all others. */
export function evidenceSender({
  db,
  now,
  log,
  institution: reader,
  ...configured
}: EvidenceDeps): SendEvidence {
  const turns = createTurns(evidenceLimits);
  const tokens = tokenHoldersOf(configured);
  return (recipient, { ref, scope }) =>
    inTurn(turns, recipient, async () => {
      const record = await findSignable(db, ref, scope);
      if (record === null) throw signableNotFound(ref);
      const madeAt = now();
      const files = packageFiles({ db, log, tokens, reader, madeAt }, record);
      await sendFile(recipient, {
        type: 'application/zip',
        name: `${filePrefixes[ref.kind]}_${ref.number}_evidence.zip`,
        pieces: sealedZip(files, { madeAt }),
      });
    });
}
