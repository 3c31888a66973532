import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  freePort,
  type RecordingHandler,
  type RecordingServer,
  type StartedProcess,
  startProcess,
  startRecordingServer,
} from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
const webhookToken = 'webhook-token-for-tests';
const accessToken = 'access-token-for-tests';

let folder: string;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vendor-check-test-'));
  closing = [() => rm(folder, { recursive: true })];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

/** The command as npm runs it; what it makes in the temporary folder lies in `folder`. */
function check(args: string[]): StartedProcess {
  const started = startProcess({
    command: process.execPath,
    args: [path.join(repositoryRoot, 'apps/conventions-signing/vendor-check/main.ts'), ...args],
    cwd: repositoryRoot,
    env: { TMPDIR: folder },
  });
  closing.push(() => started[Symbol.asyncDispose]());
  return started;
}

async function givenVendor(handler: RecordingHandler): Promise<RecordingServer> {
  const vendor = await startRecordingServer(handler);
  closing.push(() => vendor.stop());
  return vendor;
}

/** The sample signing application as a process of its own; returns its webhook. */
async function givenSampleApplication(apiPort: number): Promise<string> {
  const application = startProcess({
    command: process.execPath,
    args: [path.join(repositoryRoot, 'examples/signing-application/src/main.ts')],
    env: {
      WEBHOOK_TOKEN: webhookToken,
      ACCESS_TOKEN: accessToken,
      API_BASE_URL: `http://127.0.0.1:${apiPort}`,
      PORT: '0',
      SECONDS_BETWEEN_SIGNATURES: '0.1',
    },
  });
  closing.push(() => application[Symbol.asyncDispose]());
  const [, webhook = ''] = await application.waitForOutput(/(http:\/\/127[\w.:]+\/webhook)/);
  return webhook;
}

const ticks = (output: string) => [...output.matchAll(/^✓ (\w+)/gm)].map(([, step]) => step);

describe('npm run vendor-check', () => {
  test('Given an application that signs, When it is checked, Then all six steps are ticked and nothing is left', async () => {
    const port = await freePort();
    const webhook = await givenSampleApplication(port);

    const run = check([
      '--webhook',
      webhook,
      '--token',
      webhookToken,
      '--access-token',
      accessToken,
      '--port',
      `${port}`,
    ]);

    const { code } = await run.exited;
    const output = run.output();
    // An application may fetch while the service still writes down what it answered.
    expect(ticks(output).slice(0, 3).toSorted()).toEqual(['answered', 'called', 'fetched']);
    // A look may come between the last date and the PDF.
    expect(ticks(output).slice(3, 5).toSorted()).toEqual(['dated', 'deposited']);
    expect(ticks(output).slice(5)).toEqual(['signed']);
    expect(code).toBe(0);
    expect(output).toContain(`base URL       http://127.0.0.1:${port}\n`);
    expect(output).toContain(`access token   ${accessToken}\n`);
    expect(output).toMatch(/✓ answered +200 in \d+ ms, reference "SIGN-/);
    expect(output).toMatch(/✓ deposited +\d+ bytes, pages: 1/);
    expect(output).toMatch(/· signatory 2, paul\.durand@example\.org: \d{4}-/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('Given an application that refuses the token, Then the check ends at once with a hint at it and status 1', async () => {
    const vendor = await givenVendor((_request, response) => void response.writeHead(401).end());

    const run = check(['--webhook', `${vendor.url}/start?tenant=7`, '--token', webhookToken]);

    expect((await run.exited).code).toBe(1);
    expect(ticks(run.output())).toEqual(['called']);
    expect(run.output()).toMatch(/Hint: answered 401: your application did not accept the token/);
    expect(vendor.requests.map(({ url }) => url)).toEqual(['/start?tenant=7&conventionid=1']);
    expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${webhookToken}`);
  });

  test('Given Ctrl-C while it waits, Then it stops by itself and leaves nothing', async () => {
    // Never answers: the call is under way when the check is stopped.
    const vendor = await givenVendor(() => {});
    const run = check(['--webhook', vendor.url, '--token', webhookToken]);
    const [, url = ''] = await run.waitForOutput(/base URL +(\S+)/);

    expect(await run.killGroup('SIGINT')).toEqual({ code: 1, signal: null });

    expect(run.output()).toContain('Stopped');
    expect(await readdir(folder)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('says what is wrong with the command line, and exits 64', async () => {
    const wrong = check(['--webhok', 'http://a']);

    expect((await wrong.exited).code).toBe(64);
    expect(wrong.output()).toMatch(/--webhok/);
  });
});
