import type { Request } from 'express';
import { parseContext, requesterOf, showContext } from '../engine.ts';
import { Refusal } from '../errors.ts';
import { longAnswerBytes } from '../long-answers.ts';
import { type Outcome, ok } from '../outcome.ts';
import { isOfPage } from '../pages/page-form.ts';
import {
  filterConditions,
  lastPage,
  maxPageSize,
  orderOf,
  type Paging,
  pageLinks,
  pagingOf,
  parametersOf,
  requireKnown,
} from '../query.ts';
import type { PageForm, Resource } from '../resource.ts';
import type { Operation, Work } from '../route.ts';
import { maxBytesOf, showRows } from '../show-rows.ts';
import type { Condition, Row } from '../store.ts';

/** GET on a list gives one page of the rows that the caller may see, in the list envelope (contract §2). */
export function list<Services>(resource: Resource<Services>): Operation<Services> {
  return {
    may: (caller) => resource.rights.may(caller, 'list'),
    changes: false,
    act: (work) => pageOfList(resource, work),
  };
}

/**
 * The page that the query asks for.
 *
 * @param within  what its rows must meet besides, what says so, by parameter and by column, and how they are shown
 * @throws Refusal, InvalidInput
 */
export async function pageOfList<Services>(
  resource: Resource<Services>,
  work: Work<Services>,
  within: {
    conditions: readonly Condition[];
    parameters: readonly string[];
    values: Row;
    form?: PageForm<Services> | undefined;
  } = { conditions: [], parameters: [], values: {} },
): Promise<Outcome> {
  const { request, response, caller, base, engine, language } = work;
  const parameters = parametersOf(request);
  requireKnown(parameters, {
    filters: [...resource.filters.keys(), ...within.parameters],
    tolerated: toleratedBy(work),
  });
  const { form } = within;
  const paging = pagingOf(parameters);
  const conditions = [
    ...within.conditions,
    ...(resource.rights.lists?.(caller) ?? resource.rights.sees(caller)),
    ...(await filterConditions(request, resource, parseContext(work))),
  ];
  const query = {
    columns: form === undefined ? resource.columns : [...new Set([...resource.columns, ...form.columns])],
    conditions,
    order: orderOf(parameters, resource, language),
    offset: offsetOf(paging),
    limit: paging.limit,
    maxBytes: maxBytesOf(work),
  };
  const page = await engine.storeOf(resource.table).list(query, requesterOf(work));
  const { total, isEstimate, rows, bytes } = page;
  if ('page' in paging && paging.page !== 'last' && paging.page > lastPage(total, paging.limit))
    throw new Refusal('invalid_page');
  if (bytes > longAnswerBytes) await engine.longAnswers.begin({ response, caller });
  const body = {
    count: total,
    ...(isEstimate && { count_is_estimate: true }),
    ...pageLinks(addressOf(request, base), { ...paging, total, shown: rows.length }),
    results:
      form === undefined
        ? await showRows(resource, rows, work)
        : await form.show(rows, showContext(work), within.values),
  };
  return { ...ok(body), rows };
}

/**
 * All rows that meet these rules and that the caller may see, without pages: up to the largest page.
 *
 * @param ordering  the names of fields, ascending
 */
export async function arrayOfRows<Services>(
  resource: Resource<Services>,
  work: Work<Services>,
  { conditions, ordering }: { conditions: readonly Condition[]; ordering: readonly string[] },
): Promise<Outcome> {
  const { rows } = await work.engine.storeOf(resource.table).list(
    {
      columns: resource.columns,
      conditions: [...conditions, ...resource.rights.sees(work.caller)],
      order: orderOf(new Map(), { ...resource, ordering }, work.language),
      offset: 0,
      limit: maxPageSize,
      maxBytes: maxBytesOf(work),
    },
    requesterOf(work),
  );
  return ok(await showRows(resource, rows, work));
}

/** Query parameters that are no filters and no error either. */
export function toleratedBy<Services>({ engine, format }: Work<Services>): Pick<ReadonlySet<string>, 'has'> {
  return { has: (name) => engine.toleratedParameters.has(name) || (format === 'page' && isOfPage(name)) };
}

/** Path and query as they were asked for; a proxy may name them with a host before (RFC 9112 §3.2.2). */
function addressOf({ baseUrl, path, originalUrl }: Request, base: string): string {
  const [query] = /\?.*/s.exec(originalUrl) ?? [''];
  return `${base}${baseUrl}${path}${query}`;
}

function offsetOf(paging: Paging): number | 'last' {
  if ('offset' in paging) return paging.offset;
  return paging.page === 'last' ? 'last' : (paging.page - 1) * paging.limit;
}
