import type { Request } from 'express';
import { Refusal } from './errors.ts';
import { mediaTypes } from './read-body.ts';

/** What a page goes out as. */
export const pageType = 'text/html';

/** How an answer is shown: as JSON, or as a page for people. */
export type Format = 'json' | 'page';

/** By the words of the query and of the end of an address. */
const formats: ReadonlyMap<string, Format> = new Map([
  ['json', 'json'],
  ['api', 'page'],
]);

/** In the order in which they are preferred when the caller has no preference. */
const types: readonly (readonly [Format, string])[] = [
  ['json', mediaTypes.json],
  ['page', pageType],
];

/**
 * How the caller wants the answer. A format in the query, or at the end of the address, wins over the header: an
 * unknown one is a 404, and an Accept header without ours a 406, as clients of this kind of platform expect.
 *
 * @throws Refusal
 */
export function formatOf(request: Request): Format {
  const named = namedFormat(request);
  const format = named === undefined ? preferredFormat(request) : formats.get(named);
  if (format !== undefined) return format;
  throw new Refusal(named === undefined ? 'not_acceptable' : 'not_found');
}

/** Whether somebody is to see a page; also for a request that cannot be answered at all. */
export function wantsPage(request: Request): boolean {
  const named = namedFormat(request);
  return (named === undefined ? preferredFormat(request) : formats.get(named)) === 'page';
}

/** Whether the caller reads pages at all, whatever is asked for: browsers say so by name. */
export function namesPage({ headers: { accept = '' } }: Request): boolean {
  return accept.split(',').some((text) => readRange(text).type === pageType);
}

/** Clients of this kind of platform may add `.json` to an address, or `.api` for the page. */
export function withoutSuffix(path: string): string {
  return path.replace(suffix, '');
}

const suffix = /\.(json|api)\/?$/;

function namedFormat({ query, path }: Request): string | undefined {
  const given = Array.isArray(query.format) ? query.format.at(-1) : query.format;
  if (typeof given === 'string' && given !== '') return given;
  return suffix.exec(path)?.[1];
}

/** The better liked of ours (RFC 9110 §12.5.1); of two that are liked alike the one that is named first. */
function preferredFormat({ headers: { accept } }: Request): Format | undefined {
  if (accept === undefined) return 'json';
  const ranges = accept.split(',').map(readRange);
  const liked = types.flatMap(([format, type]) => {
    const found = ranges
      .map((range, place) => ({ ...range, place, exactness: exactnessOf(range.type, type) }))
      .filter(({ exactness }) => exactness > 0)
      .toSorted((one, other) => other.exactness - one.exactness)[0];
    return found === undefined || found.weight === 0 ? [] : [{ format, ...found }];
  });
  const best = liked.toSorted((one, other) => other.weight - one.weight || one.place - other.place)[0];
  return best?.format;
}

/** Parameters such as `charset=utf-8` or `indent=4` make no other type of one. */
function readRange(text: string): { type: string; weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

/** 3 for the type itself, 2 for its kind (`text/*`), 1 for anything, 0 for something else. */
function exactnessOf(range: string, type: string): number {
  if (range === type) return 3;
  if (range === `${type.split('/', 1)[0]}/*`) return 2;
  return range === '*/*' ? 1 : 0;
}

/**
 * Refuses a caller who takes none of these media types (RFC 9110 §12.5.1).
 *
 * @throws Refusal
 */
export function requireAccepted(request: Request, accepted: readonly string[]): void {
  const { accept } = request.headers;
  if (accept === undefined || request.accepts(...accepted) !== false) return;
  const named = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range));
  const bare = named.map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (!accepted.some((type) => bare.includes(type))) throw new Refusal('not_acceptable');
}
