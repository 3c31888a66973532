import type { Chance } from './chance.ts';
import type { Scene } from './internships.ts';

/** What the API shows of a video, as far as it is read here. */
export interface Video {
  id: number;
  slug: string;
  title: string;
  encoded: boolean;
  playback: { hls: string | null };
}

/** What lecturers know of their videos by themselves, by title. */
export interface Lectures {
  kept: Map<string, Video>;
  deleted: Map<string, Video>;
}

/** Lecturers, who upload what they have recorded: seven of ten at once, the others in pieces. */
export function createLecturers(
  { door, agenda, chance, people }: Scene,
  { kept, deleted }: Lectures,
  source: Buffer,
) {
  function atOnce(fields: Record<string, string>): Promise<Video> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('video', new Blob([new Uint8Array(source)]), 'lecture.mp4');
    const headers = { 'Idempotency-Key': `upload-${fields.title?.replaceAll(' ', '-')}` };
    return door.tell<Video>('/rest/videos/', { method: 'POST', headers, body });
  }

  /** By tus 1.0, whose client asks how far it is, whatever has happened. */
  async function inPieces(fields: Record<string, string>, draws: Chance): Promise<Video> {
    const metadata = Object.entries({ ...fields, filename: 'lecture.mp4' })
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    const tus = { 'Tus-Resumable': '1.0.0' };
    const made = await door.ask('/rest/uploads/', {
      method: 'POST',
      headers: { ...tus, 'Upload-Length': String(source.length), 'Upload-Metadata': metadata },
    });
    if (made.status !== 201) throw new Error(`answered ${made.status}: ${made.body}`);
    const { pathname } = new URL(made.headers.get('location') ?? '', door.url());
    for (;;) {
      const { headers } = await door.ask(pathname, { method: 'HEAD', headers: tus });
      const from = Number(headers.get('upload-offset'));
      if (from === source.length) break;
      const piece = source.subarray(from, from + draws.between(2_000, source.length));
      const sent = await door.ask(pathname, {
        method: 'PATCH',
        headers: {
          ...{ ...tus, 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' },
        },
        body: new Uint8Array(piece),
      });
      if (sent.status !== 204 && sent.status !== 409)
        throw new Error(`answered ${sent.status}: ${sent.body}`);
    }
    const query = new URLSearchParams({ title: fields.title ?? '' });
    const { results } = await door.tell<{ results: Video[] }>(`/rest/videos/?${query}`);
    if (results[0] === undefined) throw new Error('the upload is whole, and there is no video');
    return results[0];
  }

  async function remove(video: Video): Promise<void> {
    const { status } = await door.ask(`/rest/videos/${video.slug}/`, { method: 'DELETE' });
    // Asked again after a cut, it may be gone.
    if (status !== 204 && status !== 404) throw new Error(`answered ${status}`);
    kept.delete(video.title);
    deleted.set(video.title, video);
  }

  /** @param type  path of the type */
  return async function upload(number: number, type: string): Promise<void> {
    const title = `Lecture ${number}`;
    const draws = chance.of(title);
    const fields = { title, type, owner: `/rest/users/${draws.between(2, people)}/`, encode: 'true' };
    const video = draws.percent(30) ? await inPieces(fields, draws) : await atOnce(fields);
    kept.set(title, video);
    if (draws.percent(8))
      agenda.plan(agenda.now() + draws.between(300, 4000), `deleting ${title}`, () => remove(video));
  };
}

/** A student comes by: the first page, a search, a lecture. */
export async function visitAsStudent({ door, chance }: Scene, { kept }: Lectures, number: number) {
  const draws = chance.of(`visit ${number}`);
  const [found] = draws.shuffled([...kept.values()]);
  const page = async (path: string) =>
    (await door.ask(path, { headers: { Accept: 'text/html', Cookie: 'language=fr' } })).status;
  for (const path of ['/', `/?q=lecture+${draws.between(1, 400)}`]) {
    const status = await page(path);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  }
  const status = found === undefined ? 200 : await page(`/video/${found.slug}/`);
  // It may not be encoded yet, or be deleted meanwhile.
  if (![200, 303, 404].includes(status)) throw new Error(`a lecture was answered ${status}`);
}
