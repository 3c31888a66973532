import type { Agreement, Amendment } from './agreement.ts';
import { agreementText } from './agreement-text.ts';
import { amendmentText } from './amendment-text.ts';
import { typeset } from './typeset/typeset.ts';

/** The agreement as a readable PDF (`Convention de stage`); the same agreement always gives the same bytes. */
export async function agreementPdf(agreement: Agreement): Promise<Buffer> {
  return await typeset(agreementText(agreement));
}

/** The amendment as a readable PDF (`Avenant`); the same amendment always gives the same bytes. */
export async function amendmentPdf(amendment: Amendment): Promise<Buffer> {
  return await typeset(amendmentText(amendment));
}
