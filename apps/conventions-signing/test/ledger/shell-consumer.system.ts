import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { givenDraft } from '../support/records.ts';
import { managementToken, useService } from '../support/service.ts';

const service = useService({ webhook: false });
const consumer = path.resolve(import.meta.dirname, '../../../../examples/changes-consumer/consumer.sh');

test('The consumer of the shell prints what changes, and goes on where it was killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'consumer-'));
  const file = path.join(folder, 'cursor.txt');
  /** Runs it until it has printed this. */
  const printing = async (text: string) => {
    const env = { PATH: process.env.PATH, SIGNING_TOKEN: managementToken };
    const child = spawn('sh', [consumer, service.url, file], { env, detached: true });
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

function cursorIn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
