import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import * as rest from '@campus/rest';
import type { Request, RequestHandler } from 'express';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import type { VideoSection } from '../../addresses.ts';
import type { Services } from '../../resources/services.ts';
import type { Visit } from '../sign-in/open-sessions.ts';
import { type EditedVideo, knownReader, type ManageVisit } from './edited-video.ts';

/** What a form of a page says, and the file that came with it. */
export interface SentForm {
  texts: SentTexts;
  file: rest.ReceivedFile | undefined;
  /** Removes the file, unless it was moved away. */
  dispose(): Promise<void>;
}

/** All values of each field, in order. */
export type SentTexts = Readonly<Record<string, readonly string[]>>;

/** The file that a form may bring. */
export interface FilePart {
  name: string;
  /** Absent: as much as any file may have. */
  maxBytes?: number;
  /** Asked before the file is read. */
  room?(): Promise<rest.Room | undefined>;
}

/** The last value of a field, trimmed; empty where there is none. */
export function textOf(texts: SentTexts, name: string): string {
  return texts[name]?.at(-1)?.trim() ?? '';
}

/** Whether a box was ticked. */
export function isTicked(texts: SentTexts, name: string): boolean {
  return textOf(texts, name) === 'true';
}

/** Whether the form is to come back with other choices (`searchSelect`). */
export function asksForChoices(texts: SentTexts): boolean {
  return texts[ui.searchButtonName] !== undefined;
}

/** A body of the API with these members, as a form has them: what is empty is none where the field takes none. */
export function bodyWith(members: Readonly<Record<string, unknown>>, file?: rest.ReceivedFile): rest.Body {
  return { isForm: true, members: new Map(Object.entries(members)), file, dispose: async () => {} };
}

/** Lets the handlers behind it have those requests alone that bring a file. */
export const onlyWithFile: RequestHandler = (request, _response, next) => {
  next(request.is('multipart/form-data') ? undefined : 'route');
};

/** A form without a file, behind `readForm`. */
export function plainForm({ body }: Pick<Request, 'body'>): SentForm {
  const given = Object.entries((body ?? {}) as Record<string, unknown>);
  const texts = Object.fromEntries(given.map(([name, values]) => [name, [values].flat().map(String)]));
  return { texts, file: undefined, dispose: async () => {} };
}

/**
 * A form with a file, which is refused before a byte of the file is stored when no page of ours has sent it.
 *
 * @throws Refusal  403; UploadError, StorageError, and what `room` says
 */
export async function formWithFile(
  visit: Pick<ManageVisit, 'engine' | 'sessions' | keyof Visit>,
  part: FilePart,
): Promise<SentForm> {
  const { engine, sessions, request } = visit;
  const known = knownReader(visit);
  const foreign = (fields: Record<string, string[]>) => {
    const last = Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, given.at(-1)]));
    return sessions.holdsCsrf(request, last) ? undefined : new rest.Refusal('csrf');
  };
  const { name, maxBytes } = part;
  const room = await part.room?.();
  const form = await engine.receiveForm(request, { filePart: name, maxBytes, room, refuse: foreign });
  const { fields, file, dispose } = form;
  try {
    // Before a file it has been looked for already.
    const refusal = file === undefined ? foreign(fields) : undefined;
    if (refusal !== undefined) throw refusal;
    await rest.askAgain(known);
    return { texts: fields, file, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** A form of a section, as its page shows it. */
export interface FormState {
  language: ui.Language;
  /** The hidden fields of every form. */
  hidden: Html;
  /** What was sent and not obeyed: it is shown again, with what was wrong. */
  sent: SentTexts | undefined;
  problems: ui.Problems;
}

/** What becomes of a form: what the page that it leads to says, what is shown this once, or the form that comes back. */
export type Done =
  | { done: string; query?: Readonly<Record<string, number>> }
  | { shownOnce: Html }
  | { again: SentTexts };

/** A part of the page that changes a video, at an address of its own. */
export interface Section {
  name: VideoSection;
  scripts?: readonly string[];
  /** Whether what plays stands beside its forms. */
  hasPlayer?: boolean;
  /** What its forms hold: of other fields it stands above them what was wrong. */
  fields: readonly string[];
  /** The file that one of its forms brings. */
  filePart?(edited: EditedVideo): FilePart;
  /** Of a form without a file, where it holds more than others do. */
  maxBytes?: number;
  /** What an address fills in. */
  begun?(query: Request['query'], video: WatchedVideo): SentTexts | undefined;
  show(edited: EditedVideo, form: FormState): Promise<Html> | Html;
  /** Does what a form asks for, by the rules of the API. @throws as those do */
  obey(edited: EditedVideo, sent: SentForm): Promise<Done>;
}

/** The most of a kind that a page has room for; the API has the others. */
export const maxParts = 200;

/**
 * What of a kind belongs to a video, ascending by a column.
 *
 * @param more  columns that a row is to hold beside those of its resource
 */
export async function partsOf(
  resource: rest.Resource<Services>,
  { known, video }: EditedVideo,
  column: string,
  more: readonly string[] = [],
): Promise<readonly rest.Row[]> {
  const { rows } = await known.engine.storeOf(resource.table).list(
    {
      columns: [...resource.columns, ...more],
      conditions: [{ columns: ['videoId'], operator: 'equals', value: video.id }],
      order: [column, 'id'].map((name) => ({ columns: [name], descending: false })),
      offset: 0,
      limit: maxParts,
    },
    rest.requesterOf(known),
  );
  return rows;
}

/** One of them, by its id. @throws Refusal  404, of one of another video too */
export async function partOf(
  resource: rest.Resource<Services>,
  { known, video }: EditedVideo,
  id: string,
): Promise<rest.Row> {
  const part = await rest.findObject(resource, known, { key: id, toChange: true });
  if (part.videoId !== video.id) throw new rest.Refusal('not_found');
  return part;
}
