import type { Language, Problems } from '@campus/pages';
import * as rest from '@campus/rest';
import { UploadError } from '@campus/service';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isOwnerOrStaff } from '../../../domain/ownership.ts';
import { StorageError } from '../../../storage/storage-error.ts';
import { QuotaError } from '../../../videos/quotas.ts';
import type { Services } from '../../resources/services.ts';
import { videos } from '../../resources/videos.ts';
import type { Visit } from '../sign-in/open-sessions.ts';
import { requireMine, type WatchDeps } from '../watch/opened-video.ts';

/** Somebody who has signed in before a page that adds or changes videos. */
export type ManageVisit = WatchDeps & Visit;

/** A video in the hands of somebody who may change it. */
export interface EditedVideo {
  video: WatchedVideo;
  /** The same as the API has it. */
  row: rest.Row;
  known: rest.KnownRequest<Services>;
  /** Whether they may also remove it, and say who else owns it. */
  isTheirs: boolean;
}

/**
 * The video that an address names.
 *
 * @throws Refusal  404, also where somebody else would find one
 */
export async function requireEdited(visit: ManageVisit): Promise<EditedVideo> {
  const video = await requireMine(visit, visit.request.params.slug);
  const known = knownReader(visit);
  const row = await rest.findObject(videos, known, { key: String(video.id), toChange: true });
  return { video, row, known, isTheirs: isOwnerOrStaff(video, known.caller) };
}

/** Who looks at a page, as the API knows them. */
export function knownReader(visit: Pick<ManageVisit, 'engine' | keyof Visit>): rest.KnownRequest<Services> {
  const { engine, request, response, reader } = visit;
  const { id, username, isStaff, isSuperuser } = reader.account;
  return {
    request,
    response,
    engine,
    caller: { id, username, address: request.ip, isStaff, isSuperuser, scheme: 'session' },
    language: reader.language,
    base: rest.baseOf(request, engine),
  };
}

/** Why a form was not obeyed. */
interface FormFault {
  status: number;
  /** By field; what is about none of them stands at `form`. */
  problems: Problems;
  /** By name. */
  headers: Readonly<Record<string, string>>;
}

/**
 * What is wrong with a form, in the sentences of the API, at its fields; undefined: nothing that its sender could mend.
 *
 * @param options.fileField  where it stands what is wrong with a file as a whole
 */
export function formFault(
  error: unknown,
  options: {
    engine: Pick<rest.Engine<Services>, 'explain'>;
    language: Language;
    fileField?: string | undefined;
  },
): FormFault | undefined {
  const { engine, language, fileField } = options;
  const isOurs = error instanceof rest.InvalidInput || error instanceof rest.Refusal;
  const expected = isOurs ? error : engine.explain(error);
  if (expected === undefined) return undefined;
  if (expected instanceof rest.InvalidInput) {
    const problems = Object.entries(expected.problems).map(
      ([name, messages]) => [name, messages.map((message) => rest.say(message, language))] as const,
    );
    return { status: 400, problems: Object.fromEntries(problems), headers: {} };
  }
  const isOfFile =
    error instanceof UploadError || error instanceof StorageError || error instanceof QuotaError;
  const at = isOfFile && fileField !== undefined ? fileField : 'form';
  const { status, headers } = expected;
  return { status, problems: { [at]: [expected.sentence(language)] }, headers };
}
