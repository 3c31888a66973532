import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually } from '@campus/testing';
import { expect } from '@jest/globals';
import { clip } from '../../apps/video-rest/test/support/clips.ts';
import { runCommand } from './run-command.ts';
import { signIn } from './sign-in.ts';

const password = 'password of the superuser';

/** The parameters of a video service that encodes. */
export const videoEnv = {
  ROOT_PASSWORD: password,
  MEDIA_MIN_FREE: '0',
  ENCODE_CONCURRENCY: '1',
};

/** What the API shows, as far as it is read here. */
interface Shown {
  id: number;
  url: string;
  slug: string;
  encoded: boolean;
  playback: Record<string, unknown>;
}

/** What must be found again in a video service. */
export interface FilledVideo {
  /** Fails unless everything is there. */
  expectAll(url: string): Promise<void>;
}

/**
 * Fills a video service over HTTP: a video that is uploaded and encoded, a broadcaster, and a token.
 *
 * @param env  of the service, for its commands
 */
export async function fillVideo(url: string, env: Record<string, string>): Promise<FilledVideo> {
  const made = await runCommand('video-rest', ['token', 'create', 'root'], env);
  const token = made.output.trimEnd().split('\n').at(-1) ?? '';
  const call = async (address: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers({ Authorization: `Token ${token}` });
    if (typeof init.body === 'string') headers.set('Content-Type', 'application/json');
    const answer = await fetch(`${address}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const post = async (address: string, path: string, body: object) =>
    (await (await call(address, path, { method: 'POST', body: JSON.stringify(body) })).json()) as Shown;

  const type = await post(url, '/rest/types/', { title: 'Lecture' });
  const building = await post(url, '/rest/buildings/', { name: 'Main building' });
  await post(url, '/rest/broadcasters/', {
    name: 'Room 101',
    url: 'rtmp://stream.example.edu/live/room-101',
    building: building.url,
  });
  const source = await readFile(await clip('tiny'));
  const form = new FormData();
  for (const [name, value] of Object.entries({
    owner: `${url}/rest/users/1/`,
    type: type.url,
    title: 'First',
  }))
    form.append(name, value);
  form.append('video', new Blob([source]), 'first.mp4');
  const { slug } = (await await (
    await call(url, '/rest/videos/', { method: 'POST', body: form })
  ).json()) as Shown;
  await call(url, `/rest/launch_encode_view/?slug=${slug}`);
  const look = (address: string) => async () =>
    (await (await call(address, `/rest/videos/${slug}/`)).json()) as Shown;
  const encoded = await eventually(
    async () => {
      const video = await look(url)();
      return video.encoded && video;
    },
    { intervalMs: 200 },
  );
  const filesOf = async (video: { playback: Record<string, unknown> }) => {
    const digests: string[] = [];
    for (const link of linksIn(video.playback)) {
      const answer = await fetch(link, { headers: { Authorization: `Token ${token}` } });
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      // A playlist names files by links that are made anew.
      if (!new URL(link).pathname.endsWith('.m3u8')) digests.push(sha256(bytes));
    }
    return digests;
  };
  const before = { files: await filesOf(encoded), texts: await textsOf(call, url) };
  expect(before.files.length).toBeGreaterThan(0);

  return {
    async expectAll(address) {
      const video = await look(address)();
      expect(video).toMatchObject({ slug, title: 'First', encoded: true });
      expect({ files: await filesOf(video), texts: await textsOf(call, address) }).toEqual(before);
      const page = await signIn(`${address}/accounts/`, { username: 'root', password });
      expect(page).toContain('root');
      const next = await post(address, '/rest/types/', { title: 'Seminar' });
      expect(next.id).toBe(type.id + 1);
    },
  };
}

/** What the lists say, without the address of the service. */
async function textsOf(call: (address: string, path: string) => Promise<Response>, address: string) {
  const texts: string[] = [];
  for (const path of ['/rest/users/', '/rest/buildings/', '/rest/broadcasters/']) {
    texts.push((await (await call(address, path)).text()).replaceAll(address, ''));
  }
  return texts;
}

/** All addresses in what the API shows of a video. */
export function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksIn);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
