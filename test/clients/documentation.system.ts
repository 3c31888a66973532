import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { clip } from '../../apps/video-rest/test/support/clips.ts';
import { curl as runCurl } from './curl.ts';
import { givenBuilding } from './given.ts';
import { usePlatform } from './use-platform.ts';

const platform = usePlatform();

const curl = (...args: string[]) => runCurl(platform, ...args);

const json = ['-H', 'Content-Type: application/json'];
const token = () => ['-H', `Authorization: Token ${platform.staff.token}`];
const rest = (pathname: string) => `${platform.origin}/rest/${pathname}`;

/** A broadcaster of this name. */
async function givenBroadcaster(name: string): Promise<{ slug: string }> {
  const { url: building } = await givenBuilding(platform);
  const url = `https://stream.example.org/${crypto.randomUUID()}/playlist.m3u8`;
  const body = JSON.stringify({ name, url, building });
  return JSON.parse((await curl(...json, ...token(), '-d', body, rest('broadcasters/'))).text);
}

describe('Whoever types the lines of the guide', () => {
  test('reads the users, with a body on the GET', async () => {
    const { status, text } = await curl(...json, ...token(), '-X', 'GET', '-d', '{}', rest('users/'));

    expect(status).toBe(200);
    expect(JSON.parse(text).results.map(({ username }: { username: string }) => username)).toContain(
      platform.staff.username,
    );
  });

  test('makes a type, and changes its title', async () => {
    const made = await curl(
      ...json,
      ...token(),
      '-X',
      'POST',
      '-d',
      '{\n "title": "test"\n}',
      rest('types/'),
    );
    const { url } = JSON.parse(made.text);
    const changed = await curl(...json, ...token(), '-X', 'PATCH', '-d', '{\n "title": "test new"\n}', url);

    expect([made.status, changed.status]).toEqual([201, 200]);
    expect(JSON.parse(changed.text)).toEqual({ ...JSON.parse(made.text), title: 'test new' });
    expect(JSON.parse(made.text)).toMatchObject({
      title: 'test',
      description: '-- désolé, aucune traduction fournie --',
      icon: null,
    });
  });

  test('sends a video with the four fields, and has it encoded by its slug', async () => {
    const { url: type } = JSON.parse(
      (await curl(...json, ...token(), '-d', '{"title": "Cours magistral"}', rest('types/'))).text,
    );
    const file = path.join(platform.folder, 'video.mp4');
    await copyFile(await clip('tiny'), file);

    const { status, text } = await curl(
      ...['-H', 'Content-Type: multipart/form-data', ...token()],
      ...['-F', `owner=${rest(`users/${platform.staff.id}/`)}`, '-F', `type=${type}`],
      ...['-F', 'title=ma video', '-F', `video=@${file}`, rest('videos/')],
    );
    const { slug, id } = JSON.parse(text);
    const launched = await curl('-XGET', ...json, ...token(), rest(`launch_encode_view/?slug=${slug}`));

    expect(status).toBe(201);
    expect(slug).toMatch(/^\d{4}-ma-video$/);
    expect(launched.status).toBe(200);
    expect(JSON.parse(launched.text)).toMatchObject({ id, slug, encoding_in_progress: true });
    await eventually(async () => {
      expect(await platform.ask(`/rest/videos/${id}/`)).toMatchObject({
        encoded: true,
        encoding_in_progress: false,
      });
    });
    const filter = `dublincore/?owner=${platform.staff.id}`;
    const { text: xml } = await curl(...json, ...token(), '-X', 'GET', rest(filter));
    expect(xml).toContain('<dc:title>ma video</dc:title>');
    expect(xml).toContain(`<dc:identifier>${platform.origin}/video/${slug}/</dc:identifier>`);
  });

  test('reads the broadcasters, once the line says GET: as it is printed, curl sends a form under the name of JSON', async () => {
    const { slug } = await givenBroadcaster('Nom de mon Diffuseur');
    const line = [...json, ...token(), '-F', `slug=${slug}`, rest('broadcasters/')];

    const printed = await curl(...line);
    const mended = await curl('-X', 'GET', ...line);

    expect(printed.status).toBe(400);
    expect(JSON.parse(printed.text).detail).toMatch(/^Erreur de lecture du JSON - /);
    expect(mended.status).toBe(200);
    expect(JSON.parse(mended.text).results).toContainEqual(
      expect.objectContaining({
        url: expect.stringMatching(/^https:.*playlist\.m3u8$/),
        name: 'Nom de mon Diffuseur',
        slug: 'nom-de-mon-diffuseur',
        description: '',
        poster: null,
        status: false,
      }),
    );
  });

  test('switches a broadcaster on', async () => {
    const { slug } = await givenBroadcaster('salle-12');

    const { status, text } = await curl(
      ...['--location', '--request', 'PATCH', rest(`broadcasters/${slug}/`)],
      ...['--header', `Authorization: Token ${platform.staff.token}`],
      ...['--header', 'Content-Type: application/json', '--data-raw', '{"status" : true}'],
    );

    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ slug, status: true });
  });

  test('is told that credentials are missing when the header is spelt as in the English guide', async () => {
    const misspelt = ['-H', `Authorisation: Token ${platform.staff.token}`];

    const { status, text } = await curl(...json, ...misspelt, '-X', 'GET', '-d', '{}', rest('users/'));

    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({ detail: "Informations d'authentification non fournies." });
  });
});
