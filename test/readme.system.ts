import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoTokens, signingTour } from '@campus/demo';
import { eventually, requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Demo, repositoryRoot, startDemo } from './support/start-demo.ts';

const run = promisify(execFile);

function read(page: string): Promise<string> {
  return readFile(path.join(repositoryRoot, page), 'utf8');
}

/** The command lines of a page that use a token, as printed. */
async function commandsWith(
  variable: 'SIGNING_TOKEN' | 'VIDEO_TOKEN',
  page = 'README.md',
): Promise<string[]> {
  const text = await read(page);
  return text.split('\n').filter((line) => line.startsWith('curl ') && line.includes(`$${variable}`));
}

/** A command line, for the ports of a demo. */
function onPortsOf({ signing, video }: Demo, line: string): string {
  return line.replaceAll('http://127.0.0.1:8081', signing.url).replaceAll('http://127.0.0.1:8082', video.url);
}

describe('The tour of the README', () => {
  let demo: Demo;

  beforeAll(async () => {
    await requireTool('curl');
    await requireTool('pdfsig');
    demo = await startDemo();
  });

  afterAll(async () => {
    await demo.killGroup('SIGINT');
    await demo.removeData();
  });

  async function type(line = ''): Promise<string> {
    const command = onPortsOf(demo, line);
    const tokens = { SIGNING_TOKEN: demo.signing.token, VIDEO_TOKEN: demo.video.token };
    const env = { PATH: process.env.PATH, ...tokens };
    return (await run('/bin/sh', ['-c', command], { cwd: demo.dataDir, env })).stdout;
  }

  test('shows the commands of the signing service that the terminal shows', async () => {
    const tour = (token: string) =>
      signingTour({ serviceUrl: 'http://127.0.0.1:8081', token, agreementId: 1 });

    expect(await commandsWith('SIGNING_TOKEN')).toEqual(tour('$SIGNING_TOKEN'));
    for (const command of tour(demo.signing.token)) expect(demo.output()).toContain(onPortsOf(demo, command));
  });

  test("registers an agreement with the metadata of the guide's example", async () => {
    const [example = ''] = /(?<=```json\n).*?(?=```)/s.exec(await read('docs/signing.md')) ?? [];
    const [register] = await commandsWith('SIGNING_TOKEN', 'docs/signing.md');
    await writeFile(path.join(demo.dataDir, 'metadata.json'), example);
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.signing.dataDir)).public}` };
    const sample = await fetch(`${demo.signing.url}/public/api/conventions/2/pdf`, { headers });
    await writeFile(path.join(demo.dataDir, 'agreement.pdf'), Buffer.from(await sample.arrayBuffer()));

    expect(JSON.parse(await type(register))).toMatchObject({
      state: 'draft',
      title: JSON.parse(example).title,
    });
  });

  test("sends the drafts that the guide's example of an operation lists", async () => {
    const commands = await commandsWith('SIGNING_TOKEN', 'docs/signing.md');
    const begin = commands.find((line) => line.includes('/api/operations')) ?? '';
    const [, list = ''] = /"list": "([^"]+)"/.exec(begin) ?? [];
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.signing.dataDir)).management}` };
    const answer = await fetch(`${demo.signing.url}${list}`, { headers });
    const { results: drafts } = (await answer.json()) as { results: object[] };

    const operation = JSON.parse(await type(begin));

    expect(operation).toMatchObject({ action: 'send', total: drafts.length });
    expect(operation.total).toBeGreaterThan(0);
  });

  test('typed as printed, sends an agreement, sees it signed and downloads a PDF whose signatures pdfsig accepts', async () => {
    const [send, watch, download] = await commandsWith('SIGNING_TOKEN');

    expect(JSON.parse(await type(send))).toMatchObject({ state: 'signing' });
    await eventually(async () => expect(JSON.parse(await type(watch))).toMatchObject({ state: 'signed' }), {
      intervalMs: 500,
    });
    await type(download);

    const { stdout } = await run('pdfsig', ['-nocert', path.join(demo.dataDir, 'signed.pdf')]);
    const valid = stdout.match(/Signature Validation: Signature is Valid\./g) ?? [];
    const all = stdout.match(/^Signature #\d+:/gm) ?? [];
    expect(all.length).toBeGreaterThan(0);
    expect(valid).toHaveLength(all.length);
    expect(stdout.trimEnd().split('\n').at(-2)).toContain('Total document signed');
  });

  test('typed as printed, encodes a video, switches a broadcaster on and exports Dublin Core', async () => {
    const [encode, watch, switchOn, exportRecords] = await commandsWith('VIDEO_TOKEN');

    expect(JSON.parse(await type(encode))).toMatchObject({ encoding_in_progress: true });
    await eventually(
      async () => {
        const playback = { hls: expect.stringContaining('.m3u8'), poster: expect.any(String) };
        expect(JSON.parse(await type(watch))).toMatchObject({ encoded: true, playback });
      },
      { intervalMs: 500 },
    );
    expect(JSON.parse(await type(switchOn))).toMatchObject({ slug: 'amphitheatre-a', status: true });
    expect(await type(exportRecords)).toContain('<dc:title>Game of life</dc:title>');
  });
});
