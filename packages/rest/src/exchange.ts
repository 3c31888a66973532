import type { Language } from '@campus/pages';
import { HostError } from '@campus/service';
import type { Request, Response } from 'express';
import type { BrowserSessions } from './browser-sessions.ts';
import type { Caller } from './caller.ts';
import type { Explain } from './expected-error.ts';
import type { ParseContext, ShowContext } from './field.ts';
import type { LongAnswers } from './long-answers.ts';
import type { Format } from './negotiate.ts';
import type { Body } from './read-body.ts';
import type { ReceivedForm, Resource } from './resource.ts';
import type { Condition, Row, Store } from './store.ts';

/** What the engine is given to work with. */
export interface Engine<Services> {
  services: Services;
  /** Public address without a slash at the end; undefined: as callers reach us. */
  baseUrl: string | undefined;
  language: Language;
  timeZone: string;
  /** The store of a table, by its name in the declarations. */
  storeOf(table: string): Store;
  /** Query parameters that mean nothing to a list and are no error either. */
  toleratedParameters: ReadonlySet<string>;
  /** Who calls. @throws what the application explains, when nobody known does */
  authenticate(request: Request): Promise<Caller>;
  /** Receives a multipart body, its file streamed to disk. @throws what the application explains */
  receiveForm(request: Request, options: ReceiveOptions): Promise<ReceivedForm>;
  longAnswers: LongAnswers;
  /** Sessions of people with a browser, and the frame around their pages. */
  sessions: BrowserSessions;
  /** The errors of the application's own rooms, as refusals. */
  explain: Explain;
}

export interface ReceiveOptions {
  /** Whether a file is taken at all. */
  files: boolean;
  /** Asked before a byte of a file is stored, with the text parts before it: why the body is refused, if it is. */
  refuse?(fields: Record<string, string[]>): Error | undefined;
}

/** One request to a resource, on its way through an action. */
export interface Exchange<Services> {
  request: Request;
  response: Response;
  engine: Engine<Services>;
  resource: Resource<Services>;
  store: Store;
  caller: Caller;
  language: Language;
  base: string;
  format: Format;
  /** As it is meant: a form of a page can only say POST. */
  method: string;
  /** Query parameters that are no filters and no error either. */
  toleratedParameters: Pick<ReadonlySet<string>, 'has'>;
  /**
   * What the request brings for a row, null on creation.
   *
   * @throws Refusal, InvalidInput
   */
  readBody(row: Row | null): Promise<Body>;
}

/**
 * The public address as the caller reaches us, without a slash at the end.
 *
 * @throws HostError  when it has to come from the request, which names no host
 */
export function baseOf(request: Request, { baseUrl }: { baseUrl: string | undefined }): string {
  if (baseUrl !== undefined) return baseUrl;
  // Express gives undefined as the host of HTTP/1.0, whatever its types say.
  const { protocol, host }: { protocol: string; host: string | undefined } = request;
  if (host === undefined) throw new HostError();
  return `${protocol}://${host}`;
}

/** What values are shown with. */
export function showContext<Services>({
  engine,
  language,
  base,
  caller,
}: Pick<Exchange<Services>, 'engine' | 'language' | 'base' | 'caller'>): ShowContext<Services> {
  return { services: engine.services, language, timeZone: engine.timeZone, base, caller };
}

/** What values are judged with, for this caller. */
export function parseContext<Services>(
  exchange: Pick<Exchange<Services>, 'request' | 'engine' | 'caller' | 'language' | 'base'>,
): ParseContext {
  const { request, engine, caller, language, base } = exchange;
  return {
    language,
    timeZone: engine.timeZone,
    base,
    requestHost: request.hostname,
    caller,
    async look(target, condition) {
      const seen = target.rights.sees(caller);
      const row = await engine.storeOf(target.table).find(['id'], [condition, ...seen]);
      if (row !== null) return { id: Number(row.id) };
      return seen.length > 0 ? 'hidden' : 'absent';
    },
    async lookAll(target, conditions) {
      const seen = target.rights.sees(caller);
      const ids = await engine.storeOf(target.table).findEach(conditions, seen);
      if (!ids.includes(null)) return ids.filter((id) => id !== null);
      return seen.length > 0 ? 'hidden' : 'absent';
    },
  };
}

/** The rules that a row at this address must meet to be there for the caller; null: nothing can be there. */
export function conditionsAt<Services>(
  { resource, caller }: Pick<Exchange<Services>, 'resource' | 'caller'>,
  key: string,
): Condition[] | null {
  const condition = resource.lookup.find(key, caller);
  return condition === null ? null : [condition, ...resource.rights.sees(caller)];
}
