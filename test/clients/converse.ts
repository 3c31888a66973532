import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import type { Platform } from './use-platform.ts';

const run = promisify(execFile);

/** What a client has read, or what its library made of a refusal. */
export type Read<Shown> = { read: Shown; refused?: never } | { read?: never; refused: Refused };

export interface Refused {
  status: number;
  /** The text of the answer; what the library says when there was none. */
  body: string;
}

/** A client of the platform, written in its own language with its own library, that does what it is told. */
export interface Client {
  /** Makes one of its calls and gives what it read. @throws when it was refused */
  call<Shown = Record<string, unknown>>(name: string, given?: Record<string, unknown>): Promise<Shown>;
  /** The same for a call that is refused. @throws when it was not */
  refused(name: string, given?: Record<string, unknown>): Promise<Refused>;
}

/**
 * Starts a script of this folder for the tests of a file. It is given a call as a line of JSON and answers with a line;
 * so it keeps its connection and its session from call to call, as the program does that it stands for.
 */
export function useClient(platform: Platform, script: string): Client {
  let child: ChildProcess;
  let ask: (line: string) => Promise<string>;

  beforeAll(async () => {
    child = spawn(await interpreterOf(script), [path.join(import.meta.dirname, script)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        BASE_URL: platform.origin,
        TOKEN: platform.staff.token,
        CERTIFICATE: platform.authority,
        REQUESTS_CA_BUNDLE: platform.authority,
        CURL_CA_BUNDLE: platform.authority,
        PYTHONDONTWRITEBYTECODE: '1',
      },
    });
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error(`${script} has no input or output`);
    const lines = createInterface(stdout)[Symbol.asyncIterator]();
    ask = async (line) => {
      stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} has ended`);
      return value;
    };
  });
  afterAll(() => {
    child?.kill();
  });

  const answerTo = async <Shown>(call: string, given: Record<string, unknown> = {}) =>
    JSON.parse(await ask(JSON.stringify({ call, with: given }))) as Read<Shown>;
  return {
    async call<Shown>(name: string, given?: Record<string, unknown>) {
      const { read, refused } = await answerTo<Shown>(name, given);
      if (refused) throw new Error(`${name} was refused: ${refused.status} ${refused.body}`);
      return read as Shown;
    },
    async refused(name, given) {
      const { read, refused } = await answerTo(name, given);
      if (!refused) throw new Error(`${name} was not refused: ${JSON.stringify(read)}`);
      return refused;
    },
  };
}

/** Debian's own Python, which has the libraries, or PHP. */
async function interpreterOf(script: string): Promise<string> {
  const isPython = script.endsWith('.py');
  const [program, probe] = isPython
    ? ['/usr/bin/python3', ['-c', 'import requests, requests_toolbelt']]
    : [await requireTool('php'), ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']];
  const library = isPython ? 'python3-requests, with its toolbelt,' : 'php-curl';
  await run(program, probe).catch((cause: unknown) => {
    throw new Error(`${library} is not installed: run scripts/install-test-tools`, { cause });
  });
  return program;
}
