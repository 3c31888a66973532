/**
 * The query of a request: what it filters, searches and orders by, and which page it wants.
 */

import { type Language, languages } from '@campus/pages';
import type { Request } from 'express';
import { InvalidInput, Refusal } from './errors.ts';
import { type Field, FieldProblem, fieldNamed, type LinkTarget, type ParseContext } from './field.ts';
import type { Message } from './messages.ts';
import type { PageForm, Resource } from './resource.ts';
import type { Condition, Order } from './store.ts';

export const defaultPageSize = 12;
export const maxPageSize = 1000;

const paging = ['page', 'page_size', 'limit', 'offset'];
const common = [...paging, 'search', 'ordering', 'format'];

/** The parameters of a request; of a repeated one the last counts, and an empty one is absent. */
export function parametersOf(request: Pick<Request, 'query'>): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, given] of Object.entries(request.query)) {
    const value = Array.isArray(given) ? given.at(-1) : given;
    if (name !== '' && isGiven(value)) parameters.set(name, value);
  }
  return parameters;
}

/** Which of the choices a parameter names; undefined: it is absent. @throws InvalidInput */
export function choiceIn<Choice extends string>(
  parameters: ReadonlyMap<string, string>,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = parameters.get(name);
  const found = choices.find((choice) => choice === value);
  if (value === undefined || found !== undefined) return found;
  throw new InvalidInput({
    [name]: [
      { code: 'not_a_choice', values: { value } },
      { code: 'choices', values: { choices: choices.join(', ') } },
    ],
  });
}

/** Every value of one parameter that is not empty. */
function valuesOf(query: Request['query'], name: string): string[] {
  const given = query[name];
  return given === undefined ? [] : [given].flat().filter(isGiven);
}

function isGiven(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/**
 * Refuses parameters that nobody knows: one that is misspelt would show too much.
 *
 * @param filters    of what is asked for
 * @param tolerated  names that mean nothing here, and that clients send all the same
 * @throws InvalidInput
 */
export function requireKnown(
  parameters: Map<string, string>,
  { filters: given, tolerated }: { filters: Iterable<string>; tolerated: Pick<ReadonlySet<string>, 'has'> },
): void {
  if (parameters.size === 0) return;
  const filters = new Set(given);
  const unknown = [...parameters.keys()].filter(
    (name) => !filters.has(name) && !common.includes(name) && !tolerated.has(name),
  );
  if (unknown.length === 0) return;
  const names = [...new Set([...filters, ...common])].toSorted().join(', ');
  throw new InvalidInput(
    Object.fromEntries(
      unknown.map((name) => [name, [{ code: 'unknown_parameter', values: { known: names } } as const]]),
    ),
  );
}

/**
 * The rules of the filters that the request names; of one that may be repeated one value is enough.
 *
 * @throws InvalidInput  with every value that is no good
 */
export async function filterConditions(
  request: Pick<Request, 'query'>,
  resource: Pick<Resource<never>, 'path' | 'fields' | 'unshown' | 'filters' | 'search'>,
  context: ParseContext,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  const problems: Record<string, Message[]> = {};
  // Express takes it apart anew each time.
  const { query } = request;
  for (const [name, { filter }] of resource.filters) {
    const given = valuesOf(query, name).slice(filter.isRepeatable === true ? 0 : -1);
    if (given.length === 0) continue;
    try {
      if (given.length > maxRepeated)
        throw new FieldProblem({ code: 'too_many_links', values: { limit: maxRepeated } });
      const field = fieldNamed(resource, filter.field);
      const rules = await Promise.all(given.map((value) => filter.condition(field, value, context)));
      conditions.push(...(rules.length === 1 ? rules : [{ anyOf: rules }]));
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems[name] = error.messages.map(asFilterMessage);
    }
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return [...conditions, ...searchConditions(parametersOf(request).get('search'), resource)];
}

/** Values of one filter: each costs a look into an index. */
const maxRepeated = 30;

/** Clients know these sentences of a filter, which are other ones than those of a field. */
function asFilterMessage(message: Message): Message {
  if ('text' in message) return message;
  if (message.code === 'not_a_datetime') return { code: 'not_a_filter_datetime' };
  if (message.code === 'not_an_integer') return { code: 'not_a_number' };
  if (message.code.startsWith('link_')) return { code: 'filter_no_such_object' };
  return message;
}

/** Measured: a search for 3,000 words takes two seconds, whatever there is to find. */
export const maxSearchWords = 30;

/**
 * Every word must be in one of what is searched.
 *
 * @throws InvalidInput  for more words than people search for
 */
export function searchConditions(
  search: string | undefined,
  target: Pick<LinkTarget, 'path' | 'fields' | 'unshown' | 'search'>,
): Condition[] {
  if (target.search.length === 0) return [];
  const words = (search ?? '')
    .replaceAll('\0', '')
    .toWellFormed()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const different = [...new Set(words)];
  if (different.length > maxSearchWords)
    throw new InvalidInput({ search: [{ code: 'too_many_words', values: { limit: maxSearchWords } }] });
  const fields = target.search.map((name) => fieldNamed(target, name));
  const columns = new Set(
    fields.flatMap(({ columnsIn }) => languages.flatMap((language) => columnsIn(language))),
  );
  return different.map((value) => ({
    anyOf: [...columns].map((column) => ({ columns: [column], operator: 'contains', value })),
  }));
}

/**
 * The order of a list: as asked for, else that of the resource; the id comes last, so that no row is on two
 * pages or on none.
 *
 * @throws InvalidInput
 */
export function orderOf(
  parameters: Map<string, string>,
  target: Pick<LinkTarget, 'path' | 'fields' | 'unshown' | 'ordering'>,
  language: Language,
): Order[] {
  const asked = (parameters.get('ordering') ?? '')
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');
  const terms =
    asked.length === 0
      ? target.ordering.map((term) => orderBy(fieldNamed(target, nameIn(term)), term, language))
      : asked.map((term) => askedTerm(term, target.fields, language));
  const byDefault = terms.at(-1)?.descending ?? false;
  return [...terms, { columns: ['id'], descending: byDefault }];
}

/** Every column that a request to the resource may name without saying so. */
export function columnsOf(resource: Resource<never>): Set<string> {
  const { columns, search, ordering, filters, onList = {}, onObject = {} } = resource;
  const operations = [...Object.values(onList), ...Object.values(onObject)].flatMap(({ methods }) =>
    Object.values<{ answers: unknown; form?: PageForm<never>; ordering?: readonly string[] }>(methods),
  );
  const names = [
    ...search,
    ...ordering.map(nameIn),
    ...[...filters.values()].map(({ filter }) => filter.field),
    ...operations.flatMap((operation) => operation.ordering ?? []),
  ];
  return new Set([
    ...columns,
    ...names.flatMap((name) => fieldNamed(resource, name).columns),
    ...operations.flatMap(({ form }) => form?.columns ?? []),
  ]);
}

function orderBy({ columnsIn }: Field<never>, term: string, language: Language): Order {
  return { columns: columnsIn(language), descending: term.startsWith('-') };
}

/** The name in a term of an order. */
function nameIn(term: string): string {
  return term.replace(/^-/, '');
}

function askedTerm(term: string, fields: readonly Field<never>[], language: Language): Order {
  const orderable = orderableFields(fields, language);
  const field = orderable.find(({ name }) => name === nameIn(term));
  if (field !== undefined) return orderBy(field, term, language);
  const known = orderable.map(({ name }) => name).join(', ');
  throw new InvalidInput({ ordering: [{ code: 'not_orderable', values: { value: term, known } }] });
}

/** The fields that a list can be ordered by. */
export function orderableFields<Named extends Field<never>>(
  fields: readonly Named[],
  language: Language,
): Named[] {
  return fields.filter(
    ({ columnsIn, isFile, writeOnly, aliasOf }) =>
      columnsIn(language).length > 0 && !isFile && !writeOnly && aliasOf === undefined,
  );
}

/** Which rows of a list are wanted. */
export type Paging = { limit: number } & ({ offset: number } | { page: number | 'last' });

/** @throws InvalidInput for a size, Refusal for a page that cannot be */
export function pagingOf(parameters: Map<string, string>): Paging {
  const limit = pageSize(parameters, 'page_size') ?? pageSize(parameters, 'limit') ?? defaultPageSize;
  const offset = parameters.get('offset');
  if (offset !== undefined && !parameters.has('page')) {
    if (!/^\d{1,15}$/.test(offset.trim())) throw new InvalidInput({ offset: [{ code: 'offset' }] });
    return { limit, offset: Number(offset) };
  }
  const page = (parameters.get('page') ?? '1').trim();
  if (page === 'last') return { limit, page };
  if (!/^\d{1,9}$/.test(page) || Number(page) < 1) throw new Refusal('invalid_page');
  return { limit, page: Number(page) };
}

function pageSize(parameters: Map<string, string>, name: string): number | undefined {
  const given = parameters.get(name)?.trim();
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given) || Number(given) < 1) {
    throw new InvalidInput({ [name]: [{ code: 'page_size', values: { limit: maxPageSize } }] });
  }
  return Math.min(Number(given), maxPageSize);
}

/**
 * Addresses of the pages before and after, as clients walk them: the address of this one with the page
 * replaced, and without it for the first page; every other parameter stays. After a page that ended early, it goes on
 * by the place of the next row.
 *
 * @param address  of the request: path and query below the public address
 */
export function pageLinks(
  address: string,
  paging: Paging & { total: number; shown: number },
): { next: string | null; previous: string | null } {
  const { limit, total, shown } = paging;
  if ('offset' in paging) {
    const { offset } = paging;
    const [before, after] = [Math.max(0, offset - limit), offset + (shown || limit)];
    return {
      next: after < total ? withParameter(address, 'offset', String(after)) : null,
      previous: offset > 0 ? withParameter(address, 'offset', before === 0 ? null : String(before)) : null,
    };
  }
  const last = lastPage(total, limit);
  const page = paging.page === 'last' ? last : paging.page;
  const after = (page - 1) * limit + shown;
  const endsEarly = shown > 0 && after < Math.min(page * limit, total);
  const following = page < last ? withParameter(address, 'page', String(page + 1)) : null;
  return {
    next: endsEarly
      ? withParameter(withParameter(address, 'page', null), 'offset', String(after))
      : following,
    previous: page > 1 ? pageAt(address, page - 1) : null,
  };
}

/** The number of the last page; an empty list has one. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

function pageAt(address: string, page: number): string {
  // Without a page, an offset that was overruled would count again.
  const isPlain = page === 1 && !new URL(address).searchParams.has('offset');
  return withParameter(address, 'page', isPlain ? null : String(page));
}

function withParameter(address: string, name: string, value: string | null): string {
  const url = new URL(address);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}
