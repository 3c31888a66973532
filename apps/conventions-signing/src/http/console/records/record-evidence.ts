import { visitsWith } from '@campus/accounts';
import type { RequestHandler } from 'express';
import type { SignableKind } from '../../../domain/signable.ts';
import { refIn } from '../../asked/ref-in.ts';
import type { SendEvidence } from '../../evidence/send-package.ts';
import { type ReaderDeps, recipientOf } from '../session/reader.ts';

export interface RecordEvidenceDeps extends ReaderDeps {
  sendEvidence: SendEvidence;
}

/** The evidence package of a record, for whoever may see it. */
export function recordEvidence(deps: RecordEvidenceDeps, kind: SignableKind): RequestHandler {
  return visitsWith(deps)((visit) =>
    visit.sendEvidence(recipientOf(visit), {
      ref: refIn(visit.request, kind),
      scope: visit.reader.account.scope,
    }),
  );
}
