import { dayIn } from '@campus/pages';
import type { z } from 'zod';
import type { SignableFilter } from '../../data/signable-conditions.ts';
import type { SignableCursor, SignableOrder } from '../../data/signable-order.ts';
import type { Scope } from '../../domain/scope.ts';
import { foldedWords } from '../../signing/fold-text.ts';
import { daysAgo, type listQueries, orderOf } from '../../wire/queries.ts';
import { InputError } from '../receive/input-error.ts';

/** What a list of the API shows, in which order, and which page of it. */
interface AskedList {
  filter: SignableFilter;
  order: SignableOrder;
  page: { size: number; before: SignableCursor | undefined };
}

/** Who asks for a list, and where. */
interface Asking {
  scope: Scope;
  /** Where days end, after which something is overdue. */
  timeZone: string;
}

type Asked = z.output<typeof listQueries.amendment>;

/**
 * Which records the query of a list of the API lets through, and which page of them it asks for.
 *
 * @throws InputError  `invalid_query`
 */
export function askedPage({ page_size: size, before, ...query }: Asked, asking: Asking): AskedList {
  const asked = askedList(query, asking);
  refuseOtherOrder(before, asked.order);
  return { ...asked, page: { size, before } };
}

/**
 * The same of a list that is answered whole.
 *
 * @throws InputError  `invalid_query`
 */
export function askedList(
  query: Omit<Asked, 'page_size' | 'before'>,
  { scope, timeZone }: Asking,
): Omit<AskedList, 'page'> {
  const {
    q,
    waiting_for: waitingFor,
    waiting_days: days,
    updated_since: updatedSince,
    signed_since: signedSince,
    convention,
    ids: numbers,
    overdue,
    sort,
    ...rest
  } = query;
  const words = foldedWords(q);
  const order = orderOf(sort);
  if (words.length > 0 && sort !== undefined)
    throw new InputError(
      'invalid_query',
      'sort goes with no q: a search goes from the newest; leave out one',
    );
  const filter = {
    ...rest,
    scope,
    numbers,
    agreement: convention,
    words,
    waitingFor,
    turnBefore: daysAgo(days),
    overdue: overdue === undefined ? undefined : { is: overdue, on: dayIn(new Date(), timeZone) },
    updatedSince,
    signedSince,
  };
  return { filter, order };
}

/**
 * A page goes on in the order that the one before it had.
 *
 * @throws InputError  `invalid_query`
 */
export function refuseOtherOrder(before: SignableCursor | undefined, order: SignableOrder): void {
  if (before === undefined || before.by === order.by) return;
  const message = `before is of a list in the order of ${before.by}, and sort is ${order.by}; take \`next\` as it is`;
  throw new InputError('invalid_query', message);
}
