import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoTokens, tourSteps } from '@campus/demo';
import { eventually, requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Demo, repositoryRoot, startDemo } from './support/start-demo.ts';

const run = promisify(execFile);

function readReadme(): Promise<string> {
  return readFile(path.join(repositoryRoot, 'README.md'), 'utf8');
}

/** The command lines of the README's tour, as printed. */
async function tourOfReadme(): Promise<string[]> {
  const readme = await readReadme();
  return readme.split('\n').filter((line) => line.startsWith('curl ') && line.includes('$TOKEN'));
}

describe('The tour of the README', () => {
  let demo: Demo;

  beforeAll(async () => {
    await requireTool('curl');
    await requireTool('pdfsig');
    demo = await startDemo();
  }, 90_000);

  afterAll(async () => {
    await demo.killGroup('SIGINT');
    await demo.removeData();
  });

  async function type(line = ''): Promise<string> {
    const command = line.replaceAll('http://127.0.0.1:8081', demo.url);
    const env = { PATH: process.env.PATH, TOKEN: demo.token };
    return (await run('/bin/sh', ['-c', command], { cwd: demo.dataDir, env })).stdout;
  }

  test('shows the commands that the terminal shows', async () => {
    const shown = tourSteps({ serviceUrl: 'http://127.0.0.1:8081', agreementId: 1 }).map(
      ({ command }) => command,
    );

    expect((await tourOfReadme()).slice(0, 3)).toEqual(shown);
  });

  test('registers an agreement with the metadata of the example', async () => {
    const [example = ''] = /(?<=```json\n).*?(?=```)/s.exec(await readReadme()) ?? [];
    const register = (await tourOfReadme()).at(-1) ?? '';
    await writeFile(path.join(demo.dataDir, 'metadata.json'), example);
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.dataDir)).public}` };
    const sample = await fetch(`${demo.url}/public/api/conventions/2/pdf`, { headers });
    await writeFile(path.join(demo.dataDir, 'agreement.pdf'), Buffer.from(await sample.arrayBuffer()));

    expect(JSON.parse(await type(register))).toMatchObject({
      state: 'draft',
      title: JSON.parse(example).title,
    });
  });

  test('typed as printed, sends an agreement, sees it signed and downloads a PDF whose signatures pdfsig accepts', async () => {
    const [send, watch, download] = await tourOfReadme();

    expect(JSON.parse(await type(send))).toMatchObject({ state: 'signing' });
    await eventually(async () => expect(JSON.parse(await type(watch))).toMatchObject({ state: 'signed' }), {
      timeoutMs: 30_000,
      intervalMs: 500,
    });
    await type(download);

    const { stdout } = await run('pdfsig', ['-nocert', path.join(demo.dataDir, 'signed.pdf')]);
    const valid = stdout.match(/Signature Validation: Signature is Valid\./g) ?? [];
    const all = stdout.match(/^Signature #\d+:/gm) ?? [];
    expect(all.length).toBeGreaterThan(0);
    expect(valid).toHaveLength(all.length);
    expect(stdout.trimEnd().split('\n').at(-2)).toContain('Total document signed');
  }, 90_000);
});
