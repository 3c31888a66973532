import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const program = path.join(import.meta.dirname, 'support/log-and-live.ts');

test('A process whose log is on a full disk goes on, and ends when it is to', async () => {
  await using full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', full.fd, 'inherit', 'ipc'] });
  const said = once(child, 'message');

  const [code] = await once(child, 'exit');

  expect([code, await said]).toEqual([0, ['alive', undefined]]);
});
