import { createSecretKey, randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import type { OaiPlace, OaiRange } from '../../data/oai-records.ts';
import type { Database } from '../../data/open-database.ts';
import { endOf, isSigned, signatureFor } from '../signature.ts';

/** A harvest may stand still for so long. */
export const resumptionHoldsMs = 7 * 24 * 60 * 60_000;

/** A list that goes on. */
export interface Resumption extends OaiRange {
  verb: 'ListIdentifiers' | 'ListRecords';
  /** What was sent last. */
  after: OaiPlace;
  /** How many were sent, and how many there were when the list began. */
  cursor: number;
  listSize: number;
}

/**
 * Tokens that hold all there is to know of a list, signed so that nobody makes up one: nothing is kept, so that a harvest
 * goes on at any process, after any interruption.
 */
export interface ResumptionTokens {
  write(resumption: Resumption): { token: string; expiresAt: Date };
  /** Undefined: none of ours, or too old. */
  read(token: string): Resumption | undefined;
}

/** Opens the tokens with the key that all processes of the instance share; it is made when there is none. */
export async function openResumptionTokens(
  db: Pick<Database, 'pool'>,
  now: () => Date,
): Promise<ResumptionTokens> {
  const proposal = randomBytes(32);
  const key = createSecretKey(await settleInstanceKey(db, { name: 'oai-resumption-tokens', proposal }));
  return {
    write(resumption) {
      const content = Buffer.from(JSON.stringify(resumption)).toString('base64url');
      const expiresAt = new Date(now().getTime() + resumptionHoldsMs);
      const signature = signatureFor(content, { key, expiresAt });
      return { token: `${content}.${signature}`, expiresAt: endOf(signature) };
    },
    read(token) {
      const [content = '', signature = ''] = token.split('.', 2);
      if (!isSigned(content, { signature, key, now: now() })) return undefined;
      return JSON.parse(Buffer.from(content, 'base64url').toString(), (name, value) =>
        ['from', 'until', 'datestamp'].includes(name) && value !== null ? new Date(value) : value,
      );
    },
  };
}
