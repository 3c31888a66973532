import { setTimeout as sleep } from 'node:timers/promises';
import { linksIn } from '../support/filled-video.ts';
import {
  beginUpload,
  type Caller,
  form,
  sendPieces,
  videoFields,
  videoOfItsOwn,
} from '../support/service-calls.ts';
import { pathOf, sha256, told } from './agreements.ts';
import { Books, keepOn, type Sight } from './books.ts';

interface Shown {
  slug: string;
  title: string;
  encoded: boolean;
  video: string;
  playback: Record<string, unknown>;
}

/** How far each video is: uploaded, encoded, deleted. Those that came in pieces stay as they are. */
export async function createLectures(call: Caller) {
  const books = new Books();
  const sources = new Map<string, string>();
  const slugs = new Map<string, string>();
  const fields = await videoFields(call);

  async function sourceOf(title: string): Promise<Buffer> {
    const source = await videoOfItsOwn({ bytes: 200_000 });
    sources.set(title, sha256(source));
    return source;
  }

  async function record(title: string): Promise<void> {
    const entry = books.open(title);
    const upload = form({ ...here(fields), title }, { video: await sourceOf(title) });
    const made = await books.step(entry, () => told(call, '/rest/videos/', upload));
    const { slug } = JSON.parse(made) as Shown;
    slugs.set(title, slug);
    await books.step(entry, async () => {
      await told(call, `/rest/launch_encode_view/?slug=${slug}`);
      while (!JSON.parse(await told(call, `/rest/videos/${slug}/`)).encoded) await sleep(200);
    });
  }

  async function bringInPieces(title: string): Promise<void> {
    const entry = books.open(title);
    const source = await sourceOf(title);
    await books.step(entry, async () => {
      const { path } = await beginUpload(call, { ...here(fields), title }, source.length);
      await sendPieces(call, path, source);
    });
  }

  return {
    books,
    loops: () => [
      keepOn((number) => record(`Lecture ${number}`)),
      keepOn((number) => bringInPieces(`In pieces ${number}`)),
    ],
    /** Deletes one by one what had been copied when it was last asked. */
    deleting(copiedBefore: () => number) {
      return keepOn(async () => {
        const [entry] = books.done(2, { before: copiedBefore() });
        if (entry === undefined) return;
        await books.step(entry, () =>
          told(call, `/rest/videos/${slugs.get(entry.name)}/`, { method: 'DELETE' }),
        );
      });
    },
    /** Half of an upload, whose sender then is away. @returns how they go on with it */
    async bringHalf(title: string) {
      const entry = books.open(title);
      const source = await sourceOf(title);
      const { path } = await beginUpload(call, { ...here(fields), title }, source.length);
      await sendPieces(call, path, source.subarray(0, 100_000));
      return (restored: Caller) => books.step(entry, () => sendPieces(restored, path, source));
    },
    /** What a service has of them; each file that it names is fetched. */
    async look(restored: Caller): Promise<Map<string, Sight>> {
      const seen = new Map<string, Sight>();
      for (let page = 1, isMore = true; isMore; page += 1) {
        const list = `/rest/videos/?page_size=100&ordering=id&page=${page}`;
        const shown = JSON.parse(await told(restored, list)) as { results: Shown[]; next: string | null };
        for (const video of shown.results) seen.set(video.title, await sightOf(restored, video));
        isMore = shown.next !== null;
      }
      return seen;
    },
  };

  async function sightOf(restored: Caller, { title, encoded, video, playback }: Shown): Promise<Sight> {
    const source = await restored(pathOf(video));
    const isIt = source.status === 200 && sha256(source.body) === sources.get(title);
    const flaws = isIt ? [] : [`its source is another one (${source.status})`];
    for (const link of linksIn(playback)) flaws.push(...(await missingBehind(restored, link)));
    if (encoded && linksIn(playback).length === 0) flaws.push('it is encoded, and nothing of it plays');
    return { after: [encoded ? 2 : 1], flaws };
  }
}

/** A file, and what a playlist names. */
async function missingBehind(call: Caller, link: string): Promise<string[]> {
  const { status, body } = await call(pathOf(link));
  if (status !== 200) return [`${pathOf(link)} was answered ${status}`];
  if (!new URL(link).pathname.endsWith('.m3u8')) return [];
  const named = [...body.toString().matchAll(/^[^#\s].*$|(?<=URI=")[^"]+/gm)].map(([name]) => name);
  const behind = await Promise.all(
    [...new Set(named)].map((name) => missingBehind(call, new URL(name, link).href)),
  );
  return behind.flat();
}

/** Relations by their paths: the address of the service changes. */
function here({ type = '', owner = '', ...texts }: Record<string, string>): Record<string, string> {
  return { ...texts, type: pathOf(type), owner: pathOf(owner) };
}
