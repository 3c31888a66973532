/** The programs on a real terminal, which `script` (Debian: bsdutils) plays. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { eventually, nodeEnvironment, requireTool } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryInstance } from '../support/run-cli.ts';

const program = path.resolve(import.meta.dirname, '../../src/cli/account.ts');
let script: string;
let instance: Awaited<ReturnType<typeof temporaryInstance>>;
beforeAll(async () => {
  script = await requireTool('script');
  instance = await temporaryInstance();
});
afterAll(async () => instance[Symbol.asyncDispose]());

/** Runs `account create zoe`, types one answer at each prompt, and gives what the terminal showed. */
async function typeAt(prompts: string[], answers: string[]) {
  const command = `${process.execPath} ${program} create zoe`;
  const terminal = spawn(
    script,
    ['--quiet', '--return', '--echo', 'never', '--command', command, '/dev/null'],
    {
      cwd: instance.path,
      env: { PATH: process.env.PATH, ...nodeEnvironment, DATA_DIR: instance.path },
    },
  );
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
  });
  const ended = new Promise<number | null>((resolve) => terminal.once('close', resolve));
  for (const [index, prompt] of prompts.entries()) {
    await eventually(() => shown.includes(prompt), { describe: `the prompt ${prompt}`, seen: () => shown });
    terminal.stdin.write(answers[index]);
  }
  return { status: await ended, shown };
}

const prompts = ['New password of zoe: ', 'New password of zoe, once more: '];

test('Given a terminal, Then the password is typed twice, can be corrected, and is not shown', async () => {
  const { status, shown } = await typeAt(prompts, ['open sesamX\x7fe\r', 'open sesame\r']);
  expect(shown).toContain('zoe is there.');
  expect(shown).not.toContain('sesam');
  expect(status).toBe(0);
});

test.each([
  ['two that differ', ['open sesame\r', 'open barley\r'], 'not the same'],
  ['Ctrl-C', ['open sesame\r', 'open\x03'], 'Stopped'],
])('Given %s, Then nothing is changed', async (_what, answers, sentence) => {
  const { status, shown } = await typeAt(prompts, answers);
  expect(shown).toContain(sentence);
  expect(shown).not.toMatch(/sesam|barley|is there/);
  expect(status).toBe(1);
});
