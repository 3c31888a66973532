import type { Choice } from '@campus/pages';
import { type KnownRequest, requesterOf } from '../engine.ts';
import { FieldProblem, type LinkTarget, type ParseContext } from '../field.ts';
import { conditionAt, objectUrl } from '../hyperlink.ts';
import { byId } from '../lookup.ts';
import { orderOf, searchConditions } from '../query.ts';
import { nameOf } from '../show-rows.ts';
import type { Condition, Row } from '../store.ts';

/** What a relation may be set to, and what it is set to among them. */
export interface Picker {
  choices: readonly Choice[];
  words: string;
  value: string;
}

// As many as `search-select.js` asks for.
const choicesShown = 20;

/**
 * The first objects that a relation may link to, found by words as a list finds them, and always the one that is
 * chosen already. Undefined when the caller may not list them, or nothing of them is an address.
 *
 * @param options.chosen  address or id of the one that is chosen; empty: none is
 * @param options.limit   how many of them, where they cannot be searched
 */
export async function choicesOf<Services>(
  target: LinkTarget,
  { words, chosen, limit = choicesShown }: { words: string; chosen: string; limit?: number },
  { engine, caller, language, base, request, response }: KnownRequest<Services>,
): Promise<Picker | undefined> {
  const address = target.fields.find(({ isAddress }) => isAddress);
  if (address === undefined || !target.rights.may(caller, 'list')) return undefined;
  const [column = 'id'] = address.columns;
  const store = engine.storeOf(target.table);
  const sees = target.rights.sees(caller);
  const naming = [target.nameField, ...target.nameDetails].flatMap((field) => field?.columns ?? []);
  const columns = [...new Set(['id', column, target.lookup.column, ...naming])];
  const query = {
    columns,
    conditions: [
      ...(target.rights.lists?.(caller) ?? sees),
      ...searchConditions(words.slice(0, maxWordsLength), target),
    ],
    order: orderOf(new Map(), target, language),
    offset: 0,
    limit,
  };
  const { rows } = await store.list(query, requesterOf({ caller, response }));
  const rule = conditionOf(chosen, target, { base, requestHost: request.hostname, caller });
  const one = rule === null ? null : await store.find(columns, [rule, ...sees]);
  const others = rows.filter(({ id }) => id !== one?.id);
  const urlOf = (row: Row) => objectUrl(base, target.path, row[column]);
  return {
    words,
    value: one === null ? '' : urlOf(one),
    choices: (one === null ? rows : [one, ...others]).map((row) => ({
      value: urlOf(row),
      label: nameOf(target, row, language),
    })),
  };
}

/** As long as no search is refused for its many words. */
const maxWordsLength = 50;

function conditionOf(
  chosen: string,
  target: LinkTarget,
  context: Pick<ParseContext, 'base' | 'requestHost' | 'caller'>,
): Condition | null {
  if (chosen === '') return null;
  try {
    return byId.find(chosen.trim(), context.caller) ?? conditionAt(chosen, target, context);
  } catch (error) {
    if (error instanceof FieldProblem) return null;
    throw error;
  }
}
