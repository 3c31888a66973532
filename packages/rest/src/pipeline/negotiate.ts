import { type Language, languageOf } from '@campus/pages';
import type { Request, Response } from 'express';
import type { Engine } from '../engine.ts';
import { Refusal } from '../errors.ts';
import { type Format, mediaTypes } from '../media-types.ts';
import { setHeaders } from '../outcome.ts';
import type { Route } from '../route.ts';

/** A request at a route. */
export interface Asked<Services> {
  engine: Engine<Services>;
  route: Route<Services>;
  request: Request;
  response: Response;
  /** What the address names an object by; empty: it names none. */
  key: string;
}

export interface Negotiated<Services> extends Asked<Services> {
  language: Language;
  format: Format;
}

/**
 * Can the caller take the answer? Every answer says from here on which methods there are (clients read them there),
 * what it depends on, and that nobody else may keep what one caller was shown.
 *
 * @throws Refusal  404, 406
 */
export function negotiate<Services>(asked: Asked<Services>): Negotiated<Services> {
  const { request, response, route, engine } = asked;
  const language = languageOf(request, engine.language);
  setHeaders(response, {
    Allow: route.allow,
    Vary: 'Accept, Accept-Language',
    'Content-Language': language,
    'Cache-Control': 'private, no-cache',
  });
  return { ...asked, language, format: formatAt(route, request) };
}

function formatAt<Services>(route: Route<Services>, request: Request): Format {
  if (route.kind === 'view' && route.isStream && asksForEvents(request)) return 'json';
  if (route.kind !== 'view' || !route.isXml || request.method === 'OPTIONS') return formatOf(request);
  requireAccepted(request, xmlTypes);
  return 'xml';
}

/** Whether a caller would rather have server-sent events than JSON, and is no person. */
function asksForEvents(request: Request): boolean {
  return request.accepts(mediaTypes.json, mediaTypes.page, mediaTypes.events) === mediaTypes.events;
}

/** RFC 7303 §9.2: XML goes under two names; RDF has one of its own. */
const xmlTypes = ['text/xml', 'application/xml', 'application/rdf+xml'];

/** By the words of the query and of the end of an address. */
const formats: ReadonlyMap<string, Format> = new Map([
  ['json', 'json'],
  ['api', 'page'],
]);

/** In the order in which they are preferred when the caller has no preference. */
const types: readonly (readonly [Format, string])[] = [
  ['json', mediaTypes.json],
  ['page', mediaTypes.page],
];

/**
 * How the caller wants the answer. A format in the query, or at the end of the address, wins over the header: an
 * unknown one is a 404, and an Accept header without ours a 406, as clients of this kind of platform expect.
 *
 * @throws Refusal
 */
function formatOf(request: Request): Format {
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
  return accept.split(',').some((text) => readRange(text).type === mediaTypes.page);
}

/** Clients of this kind of platform may add `.json` to an address, or `.api` for the page. */
export const endings = ['.json', '.api'] as const;

function namedFormat({ query, path }: Request): string | undefined {
  const given = Array.isArray(query.format) ? query.format.at(-1) : query.format;
  if (typeof given === 'string' && given !== '') return given;
  return endings.find((ending) => path.endsWith(ending) || path.endsWith(`${ending}/`))?.slice(1);
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
function requireAccepted(request: Request, accepted: readonly string[]): void {
  const { accept } = request.headers;
  if (accept === undefined || request.accepts(...accepted) !== false) return;
  const named = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range));
  const bare = named.map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (!accepted.some((type) => bare.includes(type))) throw new Refusal('not_acceptable');
}
