import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { FollowedRecord } from '../../../data/record-columns.ts';
import { isOverdue } from '../../../signing/due-day.ts';
import { type Stage, stageOf } from '../../../signing/stage.ts';
import { listWords } from '../../said/list-words.ts';
import type { Reader } from '../session/reader.ts';

const moods = {
  draft: 'info',
  calling: 'info',
  retrying: 'warning',
  failed: 'bad',
  signing: 'info',
  refused: 'bad',
  signed: 'good',
  'signed-outside': 'good',
  erased: 'info',
} satisfies Record<Stage, ui.Mood>;

/** How far a record is, in a word or two. */
export function stageBadge(record: Parameters<typeof stageOf>[0], language: ui.Language): Html {
  const stage = stageOf(record);
  return ui.badge(moods[stage], listWords[language].stages[stage]);
}

/** Until when a round in signing is in time, or that it no longer is; nothing where it has no due date. */
export function dueText(record: Pick<FollowedRecord, 'state' | 'dueOn'>, reader: Reader): Html | false {
  const say = listWords[reader.language];
  if (record.state !== 'signing' || record.dueOn === null) return false;
  const text = html`${say.dueOn} ${ui.day(record.dueOn, reader.language)}`;
  return isOverdue(record, reader)
    ? html`${ui.badge('bad', say.overdue)} <span class="whole">${text}</span>`
    : html`<span class="whole">${text}</span>`;
}

/** `for 4 days`. */
export function forHowLong(since: Date, reader: Reader): string {
  return listWords[reader.language].lasted(howLong(since, reader));
}

/** `4 days`, at least a minute. */
export function howLong(since: Date, { now, language }: Reader): string {
  const lastedMs = Math.max(0, now.getTime() - since.getTime());
  // Seconds would make a page that follows look different at each look.
  return ui.duration(Math.max(lastedMs, 60_000), language);
}
