import { type Body, conditionsAt, Refusal, type Row, type Work, write } from '@campus/rest';
import { withPasswordHash } from '../resources/fields/video-password.ts';
import type { Services } from '../resources/services.ts';
import { videos } from '../resources/videos.ts';

/** What an upload is to become. */
interface Described {
  /** The columns of the video to write. */
  values: Row;
  /** The video whose source it replaces. */
  replacesId: number | null;
}

/**
 * Judges what a client says of a video before any of its bytes has come, as the same fields of a form.
 *
 * A field that takes several values has each on a line of its own, or all as a JSON array. `video` names the video
 * whose source is replaced, by id, slug or address; the fields beside it are changed then.
 *
 * @throws InvalidInput; Refusal  403, 404
 */
export async function describeVideo(
  work: Work<Services>,
  { texts, size }: { texts: ReadonlyMap<string, string>; size: number },
): Promise<Described> {
  const { caller } = work;
  const replaced = texts.get('video');
  const row = replaced === undefined || replaced === '' ? null : await ownVideo(work, replaced);
  const body: Body = {
    isForm: true,
    members: membersOf(texts),
    file: { path: '', name: texts.get('filename') ?? texts.get('name') ?? '', size, sha256: '' },
    dispose: async () => {},
  };
  const mode = row === null ? 'create' : 'patch';
  if (!videos.rights.may(caller, row === null ? 'create' : 'update')) throw new Refusal('permission_denied');
  return write(videos, { known: work, body, mode, row }, async ({ values }) => ({
    values: await withPasswordHash(values, caller.username),
    replacesId: row === null ? null : Number(row.id),
  }));
}

/** @throws Refusal  404, 403 */
async function ownVideo({ caller, engine }: Work<Services>, named: string): Promise<Row> {
  const key = /([^/]+)\/?$/.exec(named.trim())?.[1] ?? '';
  const conditions = conditionsAt(videos, { key, caller });
  const row = conditions && (await engine.storeOf(videos.table).find(videos.columns, conditions));
  if (row === null) throw new Refusal('no_such_object', { values: { model: videos.name.en } });
  if (videos.rights.mayChange?.(caller, row) === false) throw new Refusal('permission_denied');
  return row;
}

function membersOf(texts: ReadonlyMap<string, string>): Map<string, unknown> {
  const members = new Map<string, unknown>(texts);
  members.delete('video');
  for (const { name, isList } of videos.fields) {
    const text = texts.get(name);
    if (isList && text !== undefined) members.set(name, severalOf(text));
  }
  return members;
}

function severalOf(text: string): string[] {
  if (text.trim().startsWith('[')) {
    try {
      const given: unknown = JSON.parse(text);
      if (Array.isArray(given)) return given.map(String);
    } catch {
      // Then it is lines that begin so.
    }
  }
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}
