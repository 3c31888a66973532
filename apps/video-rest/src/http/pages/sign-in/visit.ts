import type { Account, Visit as PageVisit } from '@campus/accounts';
import type { Requester } from '@campus/database';
import { untilClosed } from '@campus/service';
import type { SignInRow } from '../../../data/accounts.ts';

/** A request of somebody who has signed in, and its answer. */
export type Visit = PageVisit<SignInRow>;

/** The same for pages that are for everybody. */
export type OpenVisit = PageVisit<SignInRow | undefined>;

/** For whom a page looks something up, until they leave; strangers take turns by their addresses. */
export function requesterOf({ request, response, reader }: PageVisit<Account | undefined>): Requester {
  return { caller: reader.account?.username ?? request.ip ?? '', signal: untilClosed(response) };
}
