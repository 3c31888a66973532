import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { eventually, startProcess } from '../src/index.ts';

const holdProcess = fileURLToPath(new URL('./support/hold-process.ts', import.meta.url));
const node = (script: string) => startProcess({ command: process.execPath, args: ['-e', script] });

describe('startProcess', () => {
  test('Given what a process writes, Then it can be waited for, before and after it came', async () => {
    await using child = node(
      `console.log('listening on 8081'); console.error('and more'); setInterval(() => {}, 1000)`,
    );

    const [, port] = await child.waitForOutput(/listening on (\d+)/);
    await child.waitForOutput(/and more/);

    expect(port).toBe('8081');
    expect((await child.waitForOutput(/listening/))[0]).toBe('listening');
    expect(child.output()).toContain('and more');
  });

  test('Given a process that ends first, Then waiting for its output fails with all it wrote', async () => {
    await using child = node(`console.error('no such file'); process.exit(3)`);
    await expect(child.waitForOutput(/ready/)).rejects.toThrow(
      /the process ended \(3\) before \/ready\/[\s\S]*no such file/,
    );
    await expect(child.waitForOutput(/ready/)).rejects.toThrow(/the process ended/);
    expect(await child.exited).toEqual({ code: 3, signal: null });
  });

  test('Given a process that stays silent, Then waiting for its output ends with the time', async () => {
    await using child = node('setInterval(() => {}, 1000)');
    await expect(child.waitForOutput(/ready/, { timeoutMs: 50 })).rejects.toThrow(
      /50 ms passed before \/ready\//,
    );
  });

  test('Given a program that is not there, Then waiting tells so', async () => {
    await using child = startProcess({ command: '/no/such/program' });
    await expect(child.waitForOutput(/ready/)).rejects.toThrow(/ENOENT/);
    await expect(child.exited).rejects.toThrow(/ENOENT/);
  });

  test('Given variables, Then they are added, and undefined takes one away', async () => {
    await using child = startProcess({
      command: process.execPath,
      args: ['-p', 'JSON.stringify([process.env.ADDED, process.env.HOME, typeof process.env.PATH])'],
      env: { ADDED: 'yes', HOME: undefined },
    });
    await child.waitForOutput(/\["yes",null,"string"\]/);
  });

  test('Given a signal, Then the process alone gets it', async () => {
    await using child = node(
      `process.on('SIGTERM', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000)`,
    );
    await child.waitForOutput(/up/);
    expect(await child.kill()).toEqual({ code: 5, signal: null });
  });

  test('Given a process with a child, When the test is done with it, Then neither is left', async () => {
    let pids: number[];
    {
      await using child = startProcess({ command: 'sh', args: ['-c', 'sleep 60 & echo "pid $!"; wait'] });
      const [, pid] = await child.waitForOutput(/pid (\d+)/);
      pids = [Number(pid), Number(child.child.pid)];
    }
    await eventually(() => pids.every((pid) => !existsSync(`/proc/${pid}`)), { describe: 'both have gone' });
  });

  test('Given a test process that ends without a word to what it started, Then nothing of that is left', async () => {
    await using holder = startProcess({ command: process.execPath, args: [holdProcess] });
    const [, pid] = await holder.waitForOutput(/pid (\d+)/);
    await holder.exited;
    await eventually(() => !existsSync(`/proc/${pid}`), { describe: 'it has gone' });
  });
});
