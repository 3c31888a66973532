import { dayIn, type SortHeading, withQuery } from '@campus/pages';
import type { Request } from 'express';
import { isNewestFirst, newestFirst, type SignableOrder } from '../../../data/signable-order.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { foldedWords } from '../../../signing/fold-text.ts';
import { daysAgo, listQuery, orderOf } from '../../../wire/queries.ts';
import { listAddress } from '../../addresses.ts';
import { refuseOtherOrder } from '../../asked/list-filter.ts';
import { filterIn, formQuery } from '../../asked/query-in.ts';

/** What restricts the list in each of its states. */
export function restrictionsIn(request: Request, { now, timeZone }: { now: Date; timeZone: string }) {
  const query = formQuery(request, listQuery);
  const { q, waiting_for: waitingFor, waiting_days: days, failed, findings, department, overdue } = query;
  return {
    overdue: overdue === undefined ? undefined : { is: overdue, on: dayIn(now, timeZone) },
    updatedSince: query.updated_since,
    signedSince: query.signed_since,
    words: foldedWords(q),
    waitingForWords: foldedWords(waitingFor),
    turnBefore: daysAgo(days),
    failed,
    findings,
    department,
  };
}

/** What the list is asked to be ordered by. */
export function orderIn(request: Request): SignableOrder {
  const { q, sort, before } = formQuery(request, listQuery);
  const order = orderOf(sort);
  // A search that found too many to sort goes on as it has begun; by number it is found out again.
  if (foldedWords(q).length > 0 && order.by !== 'number' && before?.by === 'number') return newestFirst;
  refuseOtherOrder(before, order);
  return order;
}

/**
 * The heading of a column that orders the list: at first names from A, and what is newest first. Of a search from the
 * newest it is a text, since what it finds may be too much to sort.
 *
 * @param column.order  that the list has
 */
export function sortHeading(
  request: Request,
  column: { kind: SignableKind; by: SignableOrder['by']; text: string; order: SignableOrder },
): SortHeading | string {
  const { kind, by, text, order } = column;
  const { before: _, ...filter } = filterIn(request, listQuery);
  if (foldedWords(filter.q).length > 0 && isNewestFirst(order)) return text;
  const isOrdered = order.by === by;
  const isDescending = isOrdered ? !order.isDescending : by !== 'title';
  return {
    text,
    href: withQuery(listAddress(kind), { ...filter, sort: isDescending ? `-${by}` : by }),
    order: isOrdered ? (order.isDescending ? 'descending' : 'ascending') : undefined,
  };
}
