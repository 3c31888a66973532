import type { Language } from '@campus/language';
import { type Html, notice } from '@campus/pages';
import type { SignableRef } from '../../../signing/signable.ts';
import { recordAddress } from '../addresses.ts';
import { actionWords, type Outcome } from './action-words.ts';

/** The page of a record, which says what has just been done. */
export function outcomeAddress(ref: SignableRef, outcome: Outcome): string {
  return `${recordAddress(ref)}?done=${outcome}`;
}

/**
 * What has just been done, above the page that it led to; undefined when nothing was.
 *
 * @param done  from the query of the page
 */
export function outcomeNotice(done: unknown, language: Language): Html | undefined {
  const { outcomes } = actionWords[language];
  if (typeof done !== 'string' || !Object.hasOwn(outcomes, done)) return undefined;
  // The check above makes it one of the keys.
  return notice('good', outcomes[done as Outcome]);
}
