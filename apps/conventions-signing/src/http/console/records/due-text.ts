import { badge, day, type Html, html } from '@campus/pages';
import type { FollowedRecord } from '../../../data/record-columns.ts';
import { isOverdue } from '../../../signing/due-day.ts';
import { listWords } from '../../said/list-words.ts';
import type { Reader } from '../session/reader.ts';

/** Until when a round in signing is in time, or that it no longer is; nothing where it has no due date. */
export function dueText(record: Pick<FollowedRecord, 'state' | 'dueOn'>, reader: Reader): Html | false {
  const say = listWords[reader.language];
  if (record.state !== 'signing' || record.dueOn === null) return false;
  const text = html`${say.dueOn} ${day(record.dueOn, reader.language)}`;
  return isOverdue(record, reader)
    ? html`${badge('bad', say.overdue)} <span>${text}</span>`
    : html`<span>${text}</span>`;
}
