import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import type { Platform } from './use-platform.ts';

const run = promisify(execFile);

/** Runs curl with just these arguments, and reads the status and the body. */
export async function curl(
  { authority }: Pick<Platform, 'authority'>,
  ...args: string[]
): Promise<{ status: number; text: string }> {
  const { stdout } = await run(await requireTool('curl'), ['-sS', '-w', '\n%{http_code}', ...args], {
    env: { PATH: process.env.PATH, CURL_CA_BUNDLE: authority },
  });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
}
