import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { smallPng } from '../support/kept-images.ts';
import { useService } from '../support/service.ts';

const run = promisify(execFile);
const guide = path.resolve(import.meta.dirname, '../../../../docs/video.md');

/** The lines of the operator's guide, as printed. */
async function linesOfGuide(): Promise<string[]> {
  const text = await readFile(guide, 'utf8');
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith('curl '));
}

describe('The guide for operators, typed as printed on a fresh instance', () => {
  const service = useService({ encodeConcurrency: 1, oaiAdminEmail: 'library@example.org' });
  let folder: string;
  let lines: string[];

  beforeAll(async () => {
    await requireTool('curl');
    await requireTool('ffprobe');
    folder = await mkdtemp(path.join(tmpdir(), 'guide-'));
    await copyFile(await clip('landscape'), path.join(folder, 'lecture.mp4'));
    await writeFile(path.join(folder, 'cover.png'), smallPng);
    await writeFile(path.join(folder, 'lecture.srt'), '1\n00:00:00,500 --> 00:00:02,000\nBonjour\n');
    lines = await linesOfGuide();
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** The next line of the guide, of which `what` must be a part. */
  async function type(what: string): Promise<string> {
    const line = lines.shift() ?? '';
    expect(line).toContain(what);
    const command = line.replaceAll('http://127.0.0.1:8082', service.url);
    const env = { PATH: process.env.PATH, VIDEO_TOKEN: service.root.token };
    return (await run('/bin/sh', ['-c', command], { cwd: folder, env })).stdout;
  }

  test('leads from a file to a playlist that plays, adds what goes with it, closes and shares it, switches a broadcaster, and exports what is there', async () => {
    expect(JSON.parse(await type('rest/users/')).results.at(-1)).toMatchObject({ username: 'root' });
    expect(JSON.parse(await type('-X POST'))).toMatchObject({ id: 2, title: 'Lecture' });
    expect(JSON.parse(await type('-X PATCH'))).toMatchObject({ id: 2, title: 'Course' });
    expect(JSON.parse(await type('video=@lecture.mp4'))).toMatchObject({
      slug: '0001-my-first-lecture',
      encoded: false,
      encoding_in_progress: false,
    });
    expect(JSON.parse(await type('launch_encode_view'))).toMatchObject({ encoding_in_progress: true });
    const [progress = '', watch = ''] = lines.splice(0, 2);
    const video = await eventually(
      async () => {
        lines.unshift(watch);
        const seen = JSON.parse(await type('0001-my-first-lecture'));
        return seen.encoded && seen;
      },
      { intervalMs: 500 },
    );
    lines.unshift(progress);
    expect(JSON.parse(await type('rest/encodings/')).results).toMatchObject([
      { state: 'done', percent: 100 },
    ]);
    const streams = [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name',
      '-of',
      'csv=p=0',
      video.playback.hls,
    ];
    expect((await run('ffprobe', streams)).stdout).toMatch(/h264[\s\S]*aac|aac[\s\S]*h264/);

    expect(JSON.parse(await type('rest/folders/'))).toMatchObject({ id: 1 });
    expect(JSON.parse(await type('rest/images/'))).toMatchObject({ id: 1, name: 'cover' });
    expect(JSON.parse(await type('rest/files/'))).toMatchObject({ id: 1, name: 'lecture' });
    expect(JSON.parse(await type('rest/tracks/'))).toMatchObject({ id: 1, lang: 'fr' });
    expect(JSON.parse(await type('rest/chapters/'))).toMatchObject({ id: 1, title: 'Introduction' });
    expect(JSON.parse(await type('rest/channels/'))).toMatchObject({ id: 1, themes: [] });
    expect(JSON.parse(await type('rest/themes/'))).toMatchObject({ id: 1, title: 'Algebra' });
    expect(JSON.parse(await type('-X PATCH'))).toMatchObject({ tags: ['algebra', 'first year'] });
    expect(JSON.parse(await type('user_videos'))).toMatchObject({ count: 1 });
    expect(JSON.parse(await type('video_encodedfiles'))).toMatchObject([{ name: '360p' }, { name: '720p' }]);
    expect(JSON.parse(await type('audio_encodedfiles'))).toMatchObject([{ name: 'audio' }]);

    expect(JSON.parse(await type('rest/accessgroups/'))).toMatchObject({ id: 1, code_name: 'teachers' });
    expect(JSON.parse(await type('set_users_by_name'))).toMatchObject({
      users: [expect.stringContaining('/rest/owners/')],
    });
    expect(JSON.parse(await type('-X PATCH'))).toMatchObject({ is_restricted: false });
    expect((await fetch(`${service.url}/video/0001-my-first-lecture/`)).status).toBe(403);
    const { address } = JSON.parse(await type('rest/share_links/'));
    expect(await (await fetch(`${address}&is_iframe=true`)).text()).toContain('<video');
    expect(JSON.parse(await type('?video=1'))).toMatchObject({ count: 1, results: [{ uses: 1 }] });

    expect(JSON.parse(await type('rest/buildings/'))).toMatchObject({ id: 1, name: 'Main building' });
    expect(JSON.parse(await type('rtmp://'))).toMatchObject({ slug: 'room-101', status: false });
    expect(JSON.parse(await type('-X GET -F slug='))).toMatchObject({ count: 1 });
    expect(JSON.parse(await type('-X PATCH'))).toMatchObject({ slug: 'room-101', status: true });

    const opened = await service.root.client.patch('/rest/videos/1/').send({ restrict_access_to_groups: [] });
    expect(opened.status).toBe(200);
    expect(await type('rest/dublincore/')).toContain('<dc:title>My first lecture</dc:title>');
    expect(await type('?owner=1')).toContain('<dc:title>My first lecture</dc:title>');
    expect(await type('verb=Identify')).toContain('<adminEmail>library@example.org</adminEmail>');
    expect(await type('verb=ListRecords')).toContain('<dc:title>My first lecture</dc:title>');
    expect(await type('set=type:1')).toContain('<dc:title>My first lecture</dc:title>');
    expect(JSON.parse(await type('rest/changes/?after=now'))).toMatchObject({ results: [] });
    const { results } = JSON.parse(await type('rest/changes/?page_size=5'));
    expect(results).toContainEqual(expect.objectContaining({ event: 'created', resource: 'videos', id: 1 }));
    await type('rest/export/');
    expect(JSON.parse(await type('rest/import/'))).toMatchObject({ created: 0, problems: [] });
    expect(JSON.parse(await type('respond-async'))).toMatchObject({ result: null });
    expect(JSON.parse(await type('rest/webhooks/'))).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(JSON.parse(await type('test/'))).toMatchObject({ id: 1, active: true });
    expect(JSON.parse(await type('?webhook=1')).results).toMatchObject([{ event: 'webhook.test' }]);
    expect(lines).toEqual([]);
  });
});
