import { searchButtonName } from '@campus/pages';
import { type Body, type ReceivedFile, Refusal, type Room } from '@campus/rest';
import type { Request, RequestHandler } from 'express';
import type { ManageVisit } from './edited-video.ts';

/** What a form of a page says, and the file that came with it. */
export interface SentForm {
  texts: SentTexts;
  file: ReceivedFile | undefined;
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
  room?(): Promise<Room | undefined>;
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
  return texts[searchButtonName] !== undefined;
}

/** A body of the API with these members, as a form has them: what is empty is none where the field takes none. */
export function bodyWith(members: Readonly<Record<string, unknown>>, file?: ReceivedFile): Body {
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
  { engine, sessions, request }: Pick<ManageVisit, 'engine' | 'sessions' | 'request'>,
  part: FilePart,
): Promise<SentForm> {
  const foreign = (fields: Record<string, string[]>) => {
    const last = Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, given.at(-1)]));
    return sessions.holdsCsrf(request, last) ? undefined : new Refusal('csrf');
  };
  const { name, maxBytes } = part;
  const room = await part.room?.();
  const form = await engine.receiveForm(request, { filePart: name, maxBytes, room, refuse: foreign });
  const { fields, file, dispose } = form;
  // Before a file it has been looked for already.
  const refusal = file === undefined ? foreign(fields) : undefined;
  if (refusal === undefined) return { texts: fields, file, dispose };
  await dispose();
  throw refusal;
}
