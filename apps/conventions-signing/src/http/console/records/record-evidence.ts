import type { RequestHandler } from 'express';
import { personActor } from '../../../data/history.ts';
import type { SignableKind } from '../../../signing/signable.ts';
import { refIn } from '../../asked/ref-in.ts';
import type { SendEvidence } from '../../evidence/send-package.ts';
import { type ReaderDeps, readerOf } from '../session/reader.ts';

export interface RecordEvidenceDeps extends ReaderDeps {
  sendEvidence: SendEvidence;
}

/** The evidence package of a record, for whoever may see it. */
export function recordEvidence(deps: RecordEvidenceDeps, kind: SignableKind): RequestHandler {
  return (request, response) => {
    const { account } = readerOf(deps, request);
    const asked = { ref: refIn(request, kind), caller: personActor(account), scope: account.scope };
    return deps.sendEvidence(request, response, asked);
  };
}
