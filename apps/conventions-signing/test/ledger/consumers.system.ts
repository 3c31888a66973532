import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenDraft } from '../support/records.ts';
import { managementToken, useService } from '../support/service.ts';

const service = useService({ webhook: false });
const examples = path.resolve(import.meta.dirname, '../../../../examples/changes-consumer');

test('The consumer of the shell prints what changes, and goes on where it was killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'consumer-'));
  const file = path.join(folder, 'cursor.txt');
  /** Runs it until it has printed this. */
  const printing = async (text: string) => {
    const env = { PATH: process.env.PATH, SIGNING_TOKEN: managementToken };
    const child = spawn('sh', [path.join(examples, 'consumer.sh'), service.url, file], {
      env,
      detached: true,
    });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
    const { pid = 0 } = child;
    const exited = new Promise((resolve) => child.once('close', resolve));
    try {
      await eventually(async () => output.includes(text) && (await cursorIn(file)) !== '');
    } finally {
      process.kill(-pid, 'SIGKILL');
      await exited;
    }
    return output;
  };
  try {
    const first = await givenDraft(service);
    await printing(`"recordId":${first.id},`);
    const cursor = await cursorIn(file);
    const { body } = await service.institution.get('/api/changes?after=now').expect(200);
    expect(cursor).toBe(body.cursor);

    const second = await givenDraft(service);
    const output = await printing(`"recordId":${second.id},`);
    expect(output).not.toContain(`"recordId":${first.id},`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const lineAt = (cursor: string) => `${JSON.stringify({ cursor })}\n`;

describe.each([
  { name: 'consumer.sh', program: ['sh', 'consumer.sh'], fileAt: (cursor: string) => cursor },
  { name: 'consumer.ts', program: [process.execPath, 'consumer.ts'], fileAt: lineAt },
  { name: 'consumer.ts --stream', program: [process.execPath, 'consumer.ts', '--stream'], fileAt: lineAt },
])('$name', ({ name, program: [program = '', script = '', ...options], fileAt }) => {
  /** Lets it run until it ends by itself. */
  const ending = (args: string[], token = managementToken) =>
    new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const env = { PATH: process.env.PATH, SIGNING_TOKEN: token };
      execFile(
        program,
        [path.join(examples, script), ...options, ...args],
        { env, timeout: 240_000 },
        (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr }),
      );
    });

  test('without arguments says how to call it', async () => {
    expect(await ending([])).toEqual({ code: 64, stderr: expect.stringMatching(/^usage: .*\n$/) });
  });

  test('ends with the reason of a refusal', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'consumer-'));
    const file = path.join(folder, 'kept');
    try {
      const stranger = await ending([service.url, file], 'wrong');
      await writeFile(file, fileAt('wrong one'));
      const lost = await ending([service.url, file]);

      const asked = service.institution.get('/api/changes');
      const { body } = name.endsWith('--stream')
        ? await asked.set('Last-Event-ID', 'wrong one').accept('text/event-stream').expect(400)
        : await asked.query({ after: 'wrong one' }).expect(400);
      expect(lost).toEqual({ code: 1, stderr: `${body.detail}\n` });
      expect(stranger).toEqual({ code: 1, stderr: expect.stringMatching(/^[^{]*token[^{]*\n$/) });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('waits while the service is busy or away, and asks again', async () => {
    const statuses = [503, 429, 408, null, 403];
    const server = createServer((_request, response) => {
      const status = statuses.shift();
      if (typeof status === 'number') response.writeHead(status).end('{"detail":"Not now."}');
      else response.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;

      expect(await ending([`http://127.0.0.1:${port}`, path.join(tmpdir(), 'never-made')])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/Not now\.\n$/),
      });
      expect(statuses).toEqual([]);
    } finally {
      server.close();
    }
  });
});

function cursorIn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
