import type * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import { HostError, untilClosed } from '@campus/service';
import type { Request, Response } from 'express';
import type { Caller } from './caller.ts';
import type { Explain } from './errors.ts';
import type { LinkTarget, ParseContext, ShowContext } from './field.ts';
import type { LongAnswers } from './long-answers.ts';
import type { ReceivedForm, Room } from './resource.ts';
import type { Requester, Store } from './store.ts';

/** What the engine is given to work with. */
export interface Engine<Services> {
  services: Services;
  /** Public address without a slash at the end; undefined: as callers reach us. */
  baseUrl: string | undefined;
  language: ui.Language;
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
  sessions: BrowserSessions;
  /** The errors of the application's own rooms, as refusals. */
  explain: Explain;
}

interface ReceiveOptions {
  /** The part that is taken as a file; undefined: none is. */
  filePart: string | undefined;
  /** Of the file; absent: what any file may have. */
  maxBytes?: number | undefined;
  /** Of the file, for this caller; absent: as much as any. */
  room?: Room | undefined;
  /** Whether the request may be sent again, so that its file has to be told from another. */
  isRepeatable?: boolean;
  /** Asked before a byte of a file is stored, with the text parts before it: why the body is refused, if it is. */
  refuse?(fields: Record<string, string[]>): Error | undefined;
}

/** The sessions of people with a browser, and the frame around the pages that they see. */
interface BrowserSessions {
  /** Who has signed in; undefined when nobody has. */
  callerOf(request: Request): Caller | undefined;
  /** The same as it is now, for answers that go on: whose session has ended meanwhile is nobody. */
  lookAgain(request: Request): Promise<Caller | undefined>;
  /** To the sign-in page, and back afterwards to what was asked for. */
  sendToSignIn(request: Request, response: Response): void;
  /** The hidden field that every form needs; made before the answer begins. */
  csrfField(request: Request, response: Response): Html;
  /** Whether the body, as far as its fields have come, or a header proves that a page of ours has sent this. */
  holdsCsrf(request: Request, fields?: object): boolean;
  /** A hidden field by which a form is told from itself sent again. */
  onceField(request: Request): Html;
  /** Whether the form of these fields is sent for the first time; one without that field always is. */
  isFirst(request: Request, fields?: object): Promise<boolean>;
  /** Answers with a page in the frame of the service. */
  sendPage(request: Request, response: Response, page: ui.Page, options?: { status?: number }): void;
}

/** Who writes, and with what values are judged: of a request, or of a program, which answers nobody. */
export interface Known<Services> {
  request?: Request;
  response?: Response;
  engine: Pick<Engine<Services>, 'services' | 'timeZone' | 'storeOf' | 'longAnswers'>;
  caller: Caller;
  language: ui.Language;
  /** Public address of the instance, without a slash at the end. */
  base: string;
}

/** A request whose caller is known. */
export interface KnownRequest<Services> extends Known<Services> {
  request: Request;
  response: Response;
  engine: Engine<Services>;
  /** When the caller was found out, by `performance.now()`. */
  knownAt: number;
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

/** For whom something is looked up. */
export function requesterOf({
  caller,
  response,
}: {
  caller: { username: string };
  response?: Response;
}): Requester {
  const signal = response === undefined ? new AbortController().signal : untilClosed(response);
  return { caller: caller.username, signal };
}

/** What values are shown with. */
export function showContext<Services>(
  known: Pick<Known<Services>, 'engine' | 'language' | 'base' | 'caller'>,
): ShowContext<Services> {
  const { engine, language, base, caller } = known;
  return { services: engine.services, language, timeZone: engine.timeZone, base, caller };
}

/** Those of the objects that exist for the caller. */
export async function seen<Services>(
  { engine, ...asker }: Pick<Known<Services>, 'engine' | 'caller' | 'response'>,
  target: LinkTarget,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const query = { columns: ['id'], ids, conditions: target.rights.sees(asker.caller), maxBytes: 1 };
  const { rows } = await engine.storeOf(target.table).pick(query, requesterOf(asker));
  return new Set(rows.map(({ id }) => Number(id)));
}

/** What values are judged with, for this caller. */
export function parseContext<Services>(known: Known<Services>): ParseContext {
  const { request, engine, caller, language, base } = known;
  return {
    language,
    timeZone: engine.timeZone,
    base,
    requestHost: request?.hostname ?? new URL(base).hostname,
    caller,
    row: null,
    seen: (target, ids) => seen(known, target, ids),
    async look(target, condition, use) {
      const { judgedBy = [], mayChange, sees } = target.rights;
      const { toChange = false, held } = use ?? {};
      const names = use === undefined ? undefined : target.rights.names;
      const store = engine.storeOf(target.table);
      const named = (names ?? sees)(caller);
      const columns = toChange ? ['id', ...judgedBy] : ['id'];
      const row = await store.find(columns, [condition, ...named]);
      if (row !== null && toChange && mayChange?.(caller, row) === false) return 'hidden';
      if (row !== null) return { id: Number(row.id) };
      const looked = names === undefined ? null : await store.find(['id'], [condition, ...sees(caller)]);
      if (looked !== null) return looked.id === held ? { id: Number(looked.id) } : 'foreign';
      return named.length > 0 ? 'hidden' : 'absent';
    },
    async lookAll(target, conditions) {
      const { names, sees } = target.rights;
      const named = (names ?? sees)(caller);
      const ids = await engine.storeOf(target.table).findEach(conditions, named);
      if (!ids.includes(null)) return ids.filter((id) => id !== null);
      return named.length > 0 ? 'hidden' : 'absent';
    },
  };
}
