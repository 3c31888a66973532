import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useClient } from './converse.ts';
import { givenEncodedVideo } from './given.ts';
import { type Account, usePlatform } from './use-platform.ts';

const platform = usePlatform();
const moodle = useClient(platform, 'moodle.php');
const run = promisify(execFile);

let teacher: Account;
let optics: { id: number; slug: string };
let talk: { id: number; slug: string };

beforeAll(async () => {
  await requireTool('curl');
  teacher = await platform.givenAccount();
  optics = await givenEncodedVideo(platform, { clip: 'landscape', owner: teacher });
  talk = await givenEncodedVideo(platform, { clip: 'mp3', owner: teacher, title: 'Entretien' });
  await givenEncodedVideo(platform, { clip: 'tiny', owner: await platform.givenAccount() });
});

/** What the plugin hands to the file picker. */
interface Listing {
  entries: Record<string, unknown>[];
  pages: number;
  total: number;
}

const listing = (given: Record<string, unknown>, how: Record<string, unknown> = {}) =>
  moodle.call<Listing>('listing', {
    given: { username: teacher.username, extensions: 'mp4,m4a,mp3', ...given },
    ...{ page_size: 12, search_as: 'search_title', ...how },
  });

/** What a browser gets that is sent there, without credentials. */
async function visit(address: string) {
  const { stdout } = await run('curl', [
    ...['-sS', '-L', '--cacert', platform.authority, '-o', '/dev/null', '-D', '-', '-r', '0-99'],
    ...['-w', '%{http_code} %{size_download}', address],
  ]);
  return stdout;
}

describe('The repository of Moodle', () => {
  test("shows what a teacher has, by all that it reads of it, and nothing of somebody else's", async () => {
    const { entries, pages, total } = await listing({ extensions: 'mp4' });

    expect({ pages, total }).toEqual({ pages: 1, total: 1 });
    expect(entries).toEqual([
      {
        title: 'Optique.mp4',
        url: `${platform.origin}/video/${optics.slug}/`,
        source: optics.id,
        author: teacher.username,
        mediatype: 'video',
        modified: expect.any(Number),
        created: expect.any(Number),
        duration: expect.any(Number),
        thumbnail: expect.stringMatching(/^https:\/\/localhost:/),
      },
    ]);
  });

  test('finds what sounds beside what has pictures', async () => {
    const { entries } = await listing({ search: 'entretien' });

    expect(entries).toMatchObject([{ source: talk.id, mediatype: 'audio' }]);
  });

  test('searches by the name that its release knows, the older ones without being refused', async () => {
    for (const [search_as, is_old] of [
      ['search_title', false],
      ['search__title', true],
      ['title__icontains', true],
    ])
      expect((await listing({ search: 'OPTI' }, { search_as, is_old })).entries).toContainEqual(
        expect.objectContaining({ source: optics.id }),
      );
  });

  test('counts its pages by the twelve that each has', async () => {
    const { total } = await listing({});

    expect(await listing({ page: 1 })).toMatchObject({ pages: Math.ceil(total / 12), total });
  });

  test('sends browsers to the best and to the lower quality, which differ and play without credentials', async () => {
    const ask = (quality: string) =>
      moodle.call<string>('file', { video: optics.id, filename: 'Optique.mp4', kind: 'video', quality });

    const [best, lower] = [await ask('best'), await ask('lower')];

    expect(best).not.toBe(lower);
    for (const address of [best, lower]) {
      expect(address).toMatch(new RegExp(`^${platform.origin}/media/.*\\.mp4$`));
      expect(await visit(address)).toMatch(/content-type: video\/mp4[\s\S]*206 100$/i);
    }
  });

  test('sends browsers to the sound of a talk', async () => {
    const ask = (filename: string) =>
      moodle.call<string | null>('file', { video: talk.id, filename, kind: 'audio', quality: 'best' });

    const address = (await ask('Entretien.m4a')) ?? (await ask('Entretien.mp3'));

    expect(await visit(String(address))).toMatch(/content-type: audio\/[\s\S]*206 100$/i);
  });

  test('is told by an empty list that there is no such file', async () => {
    const ask = (video: number, filename: string) =>
      moodle.call('file', { video, filename, kind: 'video', quality: 'best' });

    expect(await ask(optics.id, 'Optique.avi')).toBeNull();
    expect(await ask(0, 'Optique.mp4')).toBeNull();
  });

  test('asks whether a video is still there', async () => {
    expect(await moodle.call('exists', { video: optics.id })).toBe(true);
    expect(await moodle.call('exists', { video: 2_000_000_000 })).toBe(false);
  });

  test('puts the page of a video into a frame of its own site', async () => {
    const headers = await visit(`${platform.origin}/video/${optics.slug}/?is_iframe=true`);

    expect(headers).toMatch(/ 200 /);
    expect(headers).not.toMatch(/x-frame-options/i);
    expect(headers).not.toMatch(/frame-ancestors '(?:none|self)'/i);
  });
});
