import type { RequestHandler, Response } from 'express';
import { findRegisteredDocument } from '../../../data/documents.ts';
import type { Database } from '../../../data/open-database.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { readSignedDocument } from '../../../signing/read-signed-document.ts';
import { signableNotFound } from '../../../signing/refusals.ts';
import { versionQuery } from '../../../wire/queries.ts';
import { filePrefixes } from '../../../wire/words.ts';
import { sendPdf } from '../../answer/send-document.ts';
import { queryIn } from '../../asked/query-in.ts';
import { refIn } from '../../asked/ref-in.ts';

/**
 * The PDF's own policy: whoever signed it may have put scripts, forms and links into it. It may use nothing of ours, and
 * only pages of ours may frame it. No `sandbox`: Chromium opens its viewer in none.
 */
function letOursFrame(response: Response): void {
  response.set({
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    // For browsers that know no `frame-ancestors`.
    'X-Frame-Options': 'SAMEORIGIN',
  });
}

/** The PDFs of a record, which the browser shows in its own viewer. */
export function recordDocuments(
  { db }: { db: Database },
  kind: SignableKind,
): { registered: RequestHandler; signed: RequestHandler } {
  return {
    registered: async (request, response) => {
      const ref = refIn(request, kind);
      const document = await findRegisteredDocument(db, ref);
      if (document === null) throw signableNotFound(ref);
      const filename = `${filePrefixes[kind]}_${ref.number}.pdf`;
      letOursFrame(response);
      await sendPdf(request, response, { db, document, filename, shown: 'inline' });
    },
    signed: async (request, response) => {
      const ref = refIn(request, kind);
      const { version } = queryIn(request, versionQuery);
      const document = await readSignedDocument({ db }, { ref, version });
      const filename = `${filePrefixes[kind]}_${ref.number}_signed_v${document.version}.pdf`;
      letOursFrame(response);
      await sendPdf(request, response, { db, document, filename, shown: 'inline' });
    },
  };
}
