import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../apps/video-rest/test/support/given-records.ts';
import { useClient } from './converse.ts';
import { accountUrl, givenEncodedVideo } from './given.ts';
import { usePlatform } from './use-platform.ts';

const platform = usePlatform();
const podadmin = useClient(platform, 'podadmin.py');

/** A row as this client reads it. */
interface Row {
  id: number;
  url: string;
  [member: string]: unknown;
}

const get = (address: string, params?: object) => podadmin.call<Row>('get', { address, params });
const patch = (address: string, json: object) => podadmin.call<Row>('patch', { address, json });
const site = () => `${platform.origin}/rest/sites/1/`;

/** A video of somebody, as a row alone. */
async function givenRow(): Promise<{ url: string; slug: string }> {
  const { id: ownerId } = await platform.givenAccount();
  const { id, slug } = await givenVideo(platform.db, { ownerId });
  return { url: `${platform.origin}/rest/videos/${id}/`, slug };
}

describe('The administration tool', () => {
  test('finds the resources at the root, and reads each of them', async () => {
    const resources = await podadmin.call<Record<string, string>>('resources');
    const expected = [
      'users groups owners sites accessgroups types discipline channels',
      'themes videos contributors documents tracks overlays chapters enrichments folders files images renditions encodings_video encodings_audio playlist_videos view_count playlists events broadcasters buildings',
    ].flatMap((line) => line.split(' '));

    expect(Object.keys(resources)).toEqual(expect.arrayContaining(expected));
    for (const address of Object.values(resources))
      expect(await get(address, { limit: 1 })).toMatchObject({ count: expect.any(Number) });
  });

  test('makes somebody a member of staff, and no longer', async () => {
    const account = accountUrl(platform, await platform.givenAccount());

    expect(await patch(account, { is_staff: true })).toMatchObject({ url: account, is_staff: true });
    expect(await patch(account, { is_staff: false })).toMatchObject({ is_staff: false });
  });

  test('makes a group with the owners whom it knows by their accounts, changes who is in it, takes it away', async () => {
    const [first, second] = [await platform.givenAccount(), await platform.givenAccount()];
    const owners = await podadmin.call<Record<string, string>>('owners');
    const ownerOf = (account: { id: number }) =>
      owners[accountUrl(platform, account).replace(/\/$/, '')] ?? '';
    const code_name = `zz_${crypto.randomUUID()}`;

    const made = await podadmin.call<Row>('create_group', {
      ...{ code_name, display_name: 'Licence 1', sites: [site()], users: [ownerOf(first)] },
    });
    const { '200': there = [] } = await podadmin.call<Record<string, number[]>>('probe_groups');
    const group = `/accessgroups/${made.id}/`;

    expect(made).toMatchObject({ code_name, display_name: 'Licence 1', users: [ownerOf(first)] });
    expect(there).toContain(made.id);
    expect(await patch(group, { users: [ownerOf(first), ownerOf(second)] })).toMatchObject({
      users: [ownerOf(first), ownerOf(second)],
    });
    expect(await patch(group, { users: [] })).toMatchObject({ users: [] });
    expect(await podadmin.call('delete', { address: group })).toBe(204);
    expect((await podadmin.refused('get', { address: group })).status).toBe(404);
  });

  test('asks for groups one by one, most of which are not there, and is never slowed', async () => {
    for (let times = 0; times < 5; times += 1)
      expect(Object.keys(await podadmin.call<object>('probe_groups'))).not.toContain('429');
  });

  test('opens a video to a group, and to everybody again', async () => {
    const { url } = await givenRow();
    const group = await podadmin.call<Row>('create_group', {
      ...{ code_name: `zz_${crypto.randomUUID()}`, display_name: 'Master 2', sites: [site()], users: [] },
    });
    const groups = [`${platform.origin}/rest/accessgroups/${group.id}/`];

    expect(await patch(url, { restrict_access_to_groups: groups, is_restricted: true })).toMatchObject({
      restrict_access_to_groups: groups,
      is_restricted: true,
    });
    expect(await patch(url, { restrict_access_to_groups: [], is_restricted: false })).toMatchObject({
      restrict_access_to_groups: [],
      is_restricted: false,
    });
  });

  test('gives many videos another owner, and removes one', async () => {
    const owner = accountUrl(platform, await platform.givenAccount());
    const rows = [await givenRow(), await givenRow(), await givenRow()];

    for (const { url } of rows) await patch(url, { owner, additional_owners: [], is_draft: true });

    expect((await podadmin.call<Row[]>('all', { address: '/videos/' })).length).toBeGreaterThanOrEqual(3);
    const { results } = await get('/videos/', { owner, limit: 100 });
    expect((results as Row[]).map(({ url }) => url).sort()).toEqual(rows.map(({ url }) => url).sort());
    expect(await podadmin.call('delete', { address: String(rows[0]?.url) })).toBe(204);
  });

  test('takes an encoded video for a whole one: a row for each rendition, and one of sound', async () => {
    const owner = await platform.givenAccount();
    const { slug } = await givenEncodedVideo(platform, { clip: 'landscape', owner });
    const { slug: draft } = await givenRow();

    const { resolutions, videos } = await podadmin.call<{ resolutions: string[]; videos: object }>(
      'check_encodings',
    );

    expect(resolutions).toEqual(['1280x720', '1920x1080', '640x360']);
    expect(videos).toMatchObject({
      [slug]: {
        ...{ encoded: true, encoding_in_progress: false, step: expect.any(String) },
        ...{ video: ['360p', '720p'], audio: ['audio'] },
      },
      [draft]: { encoded: false, encoding_in_progress: false, step: '', video: [], audio: [] },
    });
  });

  test('has a video encoded anew, which keeps its rows meanwhile', async () => {
    const owner = await platform.givenAccount();
    const { slug } = await givenEncodedVideo(platform, { clip: 'tiny', owner });

    expect(await podadmin.call('encode', { slug })).toMatchObject({
      ...{ slug, encoded: true, encoding_in_progress: true },
    });
  });

  test('reads how often videos were watched, and writes none of it', async () => {
    expect(await get('/view_count/', { limit: 10 })).toMatchObject({ results: expect.any(Array) });
    const { status } = await podadmin.refused('post', { address: '/view_count/', json: { count: 1 } });

    expect(status).toBe(405);
  });
});
