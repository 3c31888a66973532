import path from 'node:path';
import { eventually, startProcess } from '@campus/testing';
import { expect, test } from '@jest/globals';

const program = path.join(import.meta.dirname, 'support/two-processes.ts');

/** What a process tells of itself, on a connection of its own. */
async function ask(url: string): Promise<{ number: number; pid: number }> {
  const response = await fetch(url, { headers: { Connection: 'close' } });
  return (await response.json()) as { number: number; pid: number };
}

test('Given a process that hangs, When it is killed, Then whoever was led to it is told so at once, and all others are answered', async () => {
  await using service = startProcess({ command: process.execPath, args: [program] });
  const [, url = ''] = await service.waitForOutput(/ready on (\S+)/);
  const second = await eventually(async () => {
    const { number, pid } = await ask(url);
    return number === 2 && pid;
  });
  process.kill(second, 'SIGSTOP');
  const ends: (number | string)[] = [];
  const asked = Array.from({ length: 4 }, () =>
    ask(url).then(
      ({ number }) => ends.push(number),
      () => ends.push('none'),
    ),
  );
  await eventually(() => expect(ends).toEqual([1, 1, 1]));

  process.kill(second, 'SIGKILL');
  await Promise.all(asked);

  expect(ends).toEqual([1, 1, 1, 'none']);
});
