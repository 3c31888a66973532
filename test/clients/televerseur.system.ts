import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { type ClipName, clip } from '../../apps/video-rest/test/support/clips.ts';
import { useClient } from './converse.ts';
import { curl } from './curl.ts';
import { accountUrl, givenType } from './given.ts';
import { usePlatform } from './use-platform.ts';

const platform = usePlatform();
const televerseur = useClient(platform, 'televerseur.py');

/** A video as this client reads it. */
interface Video {
  id: number;
  url: string;
  slug: string;
  owner: string;
  [member: string]: unknown;
}

/** A clip under a name, as it lies on somebody's disk. */
async function fileOf(name: ClipName, fileName = 'Cours n°1.mp4'): Promise<string> {
  const file = path.join(platform.folder, fileName);
  await copyFile(await clip(name), file);
  return file;
}

/** A video that the client has sent for somebody. */
async function givenUpload(given: Record<string, unknown> = {}): Promise<Video> {
  const owner = await platform.givenAccount();
  return televerseur.call<Video>('upload', {
    ...{
      path: await fileOf('tiny'),
      owner: accountUrl(platform, owner),
      type: (await givenType(platform)).url,
    },
    ...{ title: 'Mécanique des fluides', ...given },
  });
}

describe('The uploader', () => {
  test('tries its token on one video, and reads the count', async () => {
    const before = await televerseur.call<number>('count_videos');

    await givenUpload();

    expect(await televerseur.call('count_videos')).toBe(before + 1);
  });

  test('finds an account by its name in small letters, and by a search', async () => {
    const { id } = await platform.db.prisma.user.create({
      data: { username: 'Noether', firstName: 'Emmy', lastName: 'Noether' },
    });

    expect(await televerseur.call('user_named', { username: 'noether' })).toMatchObject({
      id,
      username: 'Noether',
    });
    expect(await televerseur.call('search_users', { words: 'emmy' })).toMatchObject([{ id }]);
    expect(await televerseur.call('user_named', { username: 'nobody' })).toBeNull();
  });

  test('reads a list of several pages by links that it takes for those of the platform', async () => {
    const { prisma } = platform.db;
    const titles = Array.from({ length: 130 }, () => ({ titleEn: `type ${crypto.randomUUID()}` }));
    await prisma.videoType.createMany({ data: titles });

    const found = await televerseur.call<{ id: number }[]>('all', { address: '/types/' });

    expect(new Set(found.map(({ id }) => id)).size).toBe(await prisma.videoType.count());
  });

  test('reads channels, themes, types, disciplines and sites to choose from', async () => {
    for (const list of ['/channels/', '/themes/', '/types/', '/discipline/', '/sites/'])
      expect(await televerseur.call('get', { address: list, params: { limit: 300 } })).toMatchObject({
        results: expect.any(Array),
        next: null,
      });
  });

  test('asks what is required and allowed', async () => {
    expect(await televerseur.call('options', { address: '/videos/' })).toEqual({
      allow: expect.stringMatching(/\bPOST\b/),
      required: expect.arrayContaining(['video', 'title', 'owner', 'type']),
    });
    expect(await televerseur.call('options', { address: '/channels/' })).toMatchObject({
      required: ['title', 'themes'],
    });
  });

  test('streams a video with members that repeat, and reads its slug and its address', async () => {
    const [owner, first, second] = [
      await platform.givenAccount(),
      await platform.givenAccount(),
      await platform.givenAccount(),
    ];

    const video = await givenUpload({
      owner: accountUrl(platform, owner),
      description: '<p>Séance 1</p>',
      additional_owners: [accountUrl(platform, first), accountUrl(platform, second)],
      sites: [`${platform.origin}/rest/sites/1/`],
    });

    expect(video).toMatchObject({
      url: `${platform.origin}/rest/videos/${video.id}/`,
      slug: `${String(video.id).padStart(4, '0')}-mecanique-des-fluides`,
      owner: accountUrl(platform, owner),
      additional_owners: [accountUrl(platform, first), accountUrl(platform, second)],
      sites: [`${platform.origin}/rest/sites/1/`],
      ...{ main_lang: 'fr', cursus: '0', is_draft: true, description: '<p>Séance 1</p>' },
      ...{ encoded: false, encoding_in_progress: false, duration_in_time: '00:00:01' },
    });
  });

  test('shows people what was wrong with an upload, member by member', async () => {
    const { status, body } = await televerseur.refused('upload', {
      ...{ path: await fileOf('plainText', 'cours.mp4'), title: ' ' },
      ...{ owner: `${platform.origin}/rest/users/0/`, type: 'Cours' },
    });

    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      owner: ["Lien non valide : l'objet n'existe pas."],
      type: [expect.stringMatching(/^Lien non valide/)],
      title: ['Ce champ ne peut être vide.'],
    });
  });

  test('has a video encoded, and finds it done by its slug', async () => {
    const { slug } = await givenUpload({ is_draft: false });

    expect(await televerseur.call('encode', { slug })).toMatchObject({ slug });

    await eventually(async () => {
      expect(await televerseur.call('video_with_slug', { slug })).toMatchObject({
        ...{ slug, encoded: true, encoding_in_progress: false },
      });
    });
  });

  test('replaces the file of a video, and nothing else of it', async () => {
    const { url, slug, date_added } = await givenUpload();

    const after = await televerseur.call('replace_file', { video: url, path: await fileOf('silent') });

    expect(after).toMatchObject({ url, slug, date_added, title: 'Mécanique des fluides' });
  });

  test('changes owners, draft, restriction, channels and disciplines by JSON, at the address or the slug', async () => {
    const { url, slug } = await givenUpload();
    const owner = accountUrl(platform, await platform.givenAccount());
    const channel = await televerseur.call<Video>('post', {
      address: '/channels/',
      json: { title: 'Physique', themes: [], visible: true, owners: [owner] },
    });
    const theme = await televerseur.call<Video>('post', {
      address: '/themes/',
      json: { title: 'Fluides', channel: channel.url },
    });
    const { id: discipline } = await platform.db.prisma.discipline.create({ data: { titleEn: 'Physics' } });
    const discipline_url = `${platform.origin}/rest/discipline/${discipline}/`;
    const patch = (address: string, json: object) => televerseur.call<Video>('patch', { address, json });

    expect(await patch(`/videos/${slug}/`, { additional_owners: [owner] })).toMatchObject({
      additional_owners: [owner],
    });
    expect(await patch(url, { owner, additional_owners: [] })).toMatchObject({
      owner,
      additional_owners: [],
    });
    expect(await patch(url, { is_draft: false, is_restricted: true })).toMatchObject({
      ...{ is_draft: false, is_restricted: true },
    });
    expect(await patch(url, { channel: [channel.url], theme: [theme.url] })).toMatchObject({
      ...{ channel: [channel.url], theme: [theme.url] },
    });
    expect(await patch(url, { discipline: [discipline_url] })).toMatchObject({
      discipline: [discipline_url],
    });
    expect(await televerseur.call('delete', { address: theme.url })).toBe(204);
    expect(await televerseur.call('delete', { address: channel.url })).toBe(204);
    expect(await televerseur.call('delete', { address: url })).toBe(204);
  });

  test('credits people by a form with empty texts, but not in a role that there is not', async () => {
    const { id, url } = await givenUpload();
    const added = { video: url, name: 'Ada Martin', role: 'speaker' };

    expect(await televerseur.call('add_contributor', added)).toMatchObject({
      ...{ ...added, email_address: '', weblink: '' },
    });

    expect(await televerseur.call('contributors', { video: id })).toMatchObject([added]);
    const { status, body } = await televerseur.refused('add_contributor', { ...added, role: 'publisher' });
    expect(status).toBe(400);
    expect(JSON.parse(body).role).toContain("« publisher » n'est pas un choix valide.");
  });

  test('keeps subtitles in the folder of the video, makes a track of them, and takes it away', async () => {
    const video = await givenUpload();
    const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nBonjour\n';

    const track = await televerseur.call<Video>('add_subtitles', { video, lang: 'fr', text });

    expect(track).toMatchObject({ video: video.url, lang: 'fr', kind: 'subtitles', src: expect.any(String) });
    expect(await televerseur.call('tracks', { video: video.url })).toEqual([track]);
    const again = await televerseur.refused('add_subtitles', { video, lang: 'fr', text });
    expect(again.status).toBe(400);
    expect(await televerseur.call('delete', { address: track.url })).toBe(204);
  });
});

describe('The uploader, with a file beyond 150 MB', () => {
  /** Parts of a clip of some kilobytes, as small as they need be for there to be several. */
  const sent = async (given: Record<string, unknown> = {}) => ({
    ...{ path: await fileOf('tiny', 'Cours n°2.mp4'), part_size: 4096, ...given },
  });

  test('signs in by the form and sends it in parts, some twice; what comes of it is found, patched and encoded', async () => {
    await givenType(platform);
    const { username, password } = platform.staff;
    await televerseur.call('sign_in', { username, password });

    const { redirlink } = await televerseur.call<{ redirlink: string }>(
      'upload_in_parts',
      await sent({ repeated: true }),
    );

    const slug = /^\/video\/edit\/([\w-]+)\/$/.exec(redirlink)?.[1];
    expect(
      await televerseur.call('get', { address: '/videos/', params: { search: 'Cours n°2.mp4' } }),
    ).toMatchObject({
      results: [{ slug, title: 'Cours n°2.mp4', is_draft: true }],
    });
    const json = { is_draft: false, title: 'Hydraulique' };
    expect(await televerseur.call('patch', { address: `/videos/${slug}/`, json })).toMatchObject(json);
    await eventually(async () => {
      expect(await televerseur.call('video_with_slug', { slug })).toMatchObject({ encoded: true });
    });
  });

  test('replaces the source of a video, and is told of an MD5 that is wrong', async () => {
    const { username, password } = platform.staff;
    await televerseur.call('sign_in', { username, password });
    const { slug } = await givenUpload();

    expect(await televerseur.call('upload_in_parts', await sent({ slug }))).toEqual({
      redirlink: `/video/edit/${slug}/`,
    });
    const refused = await televerseur.refused('upload_in_parts', await sent({ md5: '0'.repeat(32) }));
    expect(refused.status).toBe(400);
  });
});

describe('The shell scripts beside the uploader', () => {
  const asked = (...args: string[]) =>
    curl(platform, '-H', `Authorization: Token ${platform.staff.token}`, ...args);

  test('look for the count in the raw text', async () => {
    await givenUpload();

    const { text } = await asked('-H', 'Accept: application/json', `${platform.origin}/rest/videos/?limit=1`);

    expect(text).toMatch(/"count":[0-9]+/);
  });

  test('name additional owners in a form, one member for each, at the slug', async () => {
    const { slug } = await givenUpload();
    const owners = [await platform.givenAccount(), await platform.givenAccount()].map((account) =>
      accountUrl(platform, account),
    );

    const { status, text } = await asked(
      ...['-X', 'PATCH', ...owners.flatMap((owner) => ['-F', `additional_owners=${owner}`])],
      `${platform.origin}/rest/videos/${slug}/`,
    );

    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ slug, additional_owners: owners, is_draft: true });
  });

  test('credit people by a form with empty texts', async () => {
    const { url } = await givenUpload();
    const members = [`video=${url}`, 'name=Jean Dupont', 'email_address=', 'role=author', 'weblink='];

    const { status, text } = await asked(
      ...members.flatMap((member) => ['-F', member]),
      `${platform.origin}/rest/contributors/`,
    );

    expect(status).toBe(201);
    expect(JSON.parse(text)).toMatchObject({ video: url, name: 'Jean Dupont', role: 'author' });
  });
});
