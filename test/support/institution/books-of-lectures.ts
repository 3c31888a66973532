import { eventually } from '@campus/testing';
import type { Door } from './door.ts';
import type { Scene } from './internships.ts';
import type { Lectures, Video } from './lectures.ts';

/**
 * Holds what lecturers, a receiver of webhooks and a harvester know against what the service says, once the night has
 * encoded what the day has brought.
 *
 * @param options.heard  what the receiver was told, such as `videos.encoded 7`
 * @returns each difference, as a sentence
 */
export async function checkLectures(
  { door, chance }: Scene,
  { kept, deleted }: Lectures,
  { heard }: { heard: ReadonlySet<string> },
): Promise<string[]> {
  const shown = await eventually(
    async () => {
      const all = await everyVideo(door);
      return all.every(({ encoded }) => encoded) && all;
    },
    { timeoutMs: 900_000, intervalMs: 1000, describe: 'each video is encoded' },
  );
  const wrong: string[] = [];
  const titles = new Set(shown.map(({ title }) => title));
  if (titles.size !== shown.length) wrong.push('a video is there twice');
  for (const title of titles) if (!kept.has(title)) wrong.push(`${title} should not be there`);
  for (const title of kept.keys()) if (!titles.has(title)) wrong.push(`${title} is lost`);
  const owed = [
    ...[...kept.values()].map(({ id }) => `videos.encoded ${id}`),
    ...[...deleted.values()].map(({ id }) => `videos.deleted ${id}`),
  ];
  await eventually(() => owed.every((event) => heard.has(event)), {
    timeoutMs: 300_000,
    describe: 'the receiver is told of each',
    seen: () => owed.filter((event) => !heard.has(event)),
  });
  for (const { title, playback } of chance.of(`sample of ${shown.length}`).shuffled(shown).slice(0, 10)) {
    const { pathname, search } = new URL(playback.hls ?? '/none', door.url());
    const { status } = await door.ask(`${pathname}${search}`);
    if (status !== 200) wrong.push(`the playlist of ${title} is answered ${status}`);
  }
  for (const { slug } of deleted.values()) {
    const { status } = await door.ask(`/rest/videos/${slug}/`);
    if (status !== 404) wrong.push(`${slug} was deleted, and is answered ${status}`);
  }
  const harvest = (await door.ask('/rest/dublincore/')).body.toString();
  for (const title of titles) if (!harvest.includes(`>${title}<`)) wrong.push(`${title} is not harvested`);
  return wrong;
}

async function everyVideo(door: Door): Promise<Video[]> {
  const found: Video[] = [];
  for (let page = 1; ; page += 1) {
    const { results, next } = await door.tell<{ results: Video[]; next: string | null }>(
      `/rest/videos/?page_size=100&ordering=id&page=${page}`,
    );
    found.push(...results);
    if (next === null) return found;
  }
}
