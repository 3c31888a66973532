import { withQuery } from '@campus/pages';
import type { SignableRef } from '../../signing/signable.ts';
import type { Outcome } from './actions/action-words.ts';
import { recordAddress } from './addresses.ts';

/** The page of a record, which says what has just been done. */
export function outcomeAddress(ref: SignableRef, outcome: Outcome): string {
  return withQuery(recordAddress(ref), { done: outcome });
}
