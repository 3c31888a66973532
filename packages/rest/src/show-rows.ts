/**
 * Rows as they go out in one answer, with what their fields look up for all of them at once: a statement more for each such
 * field, however many rows there are.
 */

import type { Language } from '@campus/pages';
import { type Known, requesterOf, seen, showContext } from './engine.ts';
import type { Field, GatherContext, LinkTarget } from './field.ts';
import { longAnswerBytes } from './long-answers.ts';
import type { Format } from './media-types.ts';
import { showRow } from './resource.ts';
import type { Row } from './store.ts';

/**
 * Long texts in one answer: a page ends early with the row that reaches this. Rows of some KiB, a thousand of which may
 * be asked for, fit in.
 */
export const maxAnswerBytes = 4 * 1024 * 1024;

/** The same where somebody reads the answer on a page. */
export const maxShownBytes = 256 * 1024;

/** The objects within others that are shown on a page. */
const maxShownWithin = 64;

/** For whom rows are shown, and how. */
type Asked<Services> = Known<Services> & { format: Format };

export function maxBytesOf({ format }: { format: Format }): number {
  return format === 'page' ? maxShownBytes : maxAnswerBytes;
}

/** Each row as it goes out. */
export async function showRows<Services>(
  { fields }: { fields: readonly Field<Services>[] },
  rows: readonly Row[],
  asked: Asked<Services>,
): Promise<Record<string, unknown>[]> {
  const context = showContext(asked);
  return (await gatherRows({ fields }, rows, asked)).map((row) => showRow({ fields }, row, context));
}

/** The rows with all that their fields show of them. */
export async function gatherRows<Services>(
  { fields }: { fields: readonly Field<Services>[] },
  rows: readonly Row[],
  asked: Asked<Services>,
): Promise<readonly Row[]> {
  let gathered = rows;
  for (const { gather } of fields)
    gathered = gather === undefined ? gathered : await gather(gathered, gatherContext(asked));
  return gathered;
}

/** By what fields look up what they show beside the columns. */
export function gatherContext<Services>(asked: Asked<Services>): GatherContext {
  return {
    seen: (target, ids) => seen(asked, target, ids),
    shown: (target, ids) => shown(asked, target, ids),
  };
}

async function shown<Services>(
  asked: Asked<Services>,
  target: LinkTarget & { columns: readonly string[] },
  ids: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const { engine, caller, response, format } = asked;
  const wanted = format === 'page' ? ids.slice(0, maxShownWithin) : ids;
  if (wanted.length === 0) return new Map();
  const { rows, bytes } = await engine.storeOf(target.table).pick(
    {
      ...{ columns: target.columns, ids: wanted },
      conditions: target.rights.sees(caller),
      maxBytes: maxBytesOf(asked),
    },
    requesterOf(asked),
  );
  if (bytes > longAnswerBytes && response !== undefined) await engine.longAnswers.begin({ response, caller });
  // A link knows of its target no more than that it has fields: they are of the same service.
  const objects = await showRows(target as { fields: readonly Field<Services>[] }, rows, asked);
  return new Map(objects.map((object, place) => [Number(rows[place]?.id), object]));
}

/**
 * What people call an object: its naming field, with what more there is to tell (`amartin (Ada Martin)`), or what it
 * is with the end of its address (`Encoding 12`).
 */
export function nameOf(
  { nameField, nameDetails, name, lookup }: Pick<LinkTarget, 'nameField' | 'nameDetails' | 'name' | 'lookup'>,
  row: Row,
  language: Language,
): string {
  const own = nameField === undefined ? '' : textOf(nameField, row, language);
  const details = nameDetails.map((field) => textOf(field, row, language)).filter((text) => text !== '');
  if (own === '') return `${name[language]} ${row[lookup.column]}`;
  return details.length === 0 ? own : `${own} (${details.join(' ')})`;
}

function textOf({ columnsIn }: Field<never>, row: Row, language: Language): string {
  const found = columnsIn(language)
    .map((column) => row[column])
    .find((value) => value !== null && value !== undefined);
  return found === undefined ? '' : String(found);
}
