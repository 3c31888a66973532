import type { Visit as PageVisit } from '@campus/accounts';
import type { SignInRow } from '../../../data/accounts.ts';

/** A request of somebody who has signed in, and its answer. */
export type Visit = PageVisit<SignInRow>;

/** The same for pages that are for everybody. */
export type OpenVisit = PageVisit<SignInRow | undefined>;
