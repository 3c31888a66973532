import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parameterTable, withGuideTables } from '@campus/config';
import { nodeEnvironment } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configurationSource } from '../../src/config.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
const main = path.join(repositoryRoot, 'apps/conventions-signing/src/cli/config.ts');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signing-config-table-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The command as npm runs it for somebody in `folder`. */
function run(args: string[] = [], env: Record<string, string> = {}) {
  const places = {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, ...nodeEnvironment, INIT_CWD: folder, ...env },
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], places, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('npm run config', () => {
  test('shows what is in force and where it is set, and no secret', async () => {
    await writeFile(
      path.join(folder, 'conventions-signing.properties'),
      'server.port=9000\nappli.public.tokens=public-token-0123456789\ntimestamp.uri=https://tsa.example/?key=abc\n',
    );

    const { code, stdout } = await run([], { SERVER_TRUSTED_PROXIES: '10.0.0.0/8' });

    expect(code).toBe(0);
    expect(stdout).toMatch(/server\.port +9000 +conventions-signing\.properties line 1 +8081\n +port to/);
    expect(stdout).toMatch(/appli\.public\.tokens +\(secret\) +conventions-signing\.properties line 2 +none/);
    expect(stdout).toMatch(/proxies +10\.0\.0\.0\/8 +environment variable SERVER_TRUSTED_PROXIES +loopback/);
    expect(stdout).toMatch(/server\.host +127\.0\.0\.1 +default +127\.0\.0\.1/);
    expect(stdout).toMatch(/webhook\.signature\.uri +- +not set +none/);
    expect(stdout).toMatch(/timestamp\.uri +\(secret\) +conventions-signing\.properties line 3 +none/);
    expect(stdout).not.toContain('public-token-0123456789');
  });

  test('shows the table also of a wrong configuration, then what is wrong as the service does, and exits 1', async () => {
    const { code, stdout, stderr } = await run([], { SERVER_PORT: 'x', WEBHOOK_SIGNATURE_URI: 'http://a/' });

    expect(code).toBe(1);
    expect(stdout).toMatch(/server\.port +8081 +environment variable SERVER_PORT +8081/);
    expect(stderr).toMatch(/^conventions-signing cannot start, its configuration has 3 problems:\n/);
    expect(stderr).toContain('SERVER_PORT');
  });

  test('prints the table of the guide, whatever is configured', async () => {
    const { code, stdout } = await run(['--markdown'], { SERVER_PORT: 'x' });

    expect(code).toBe(0);
    expect(stdout).toContain('| `server.port` | port to listen on; 0 takes a free one | 8081 |\n');
  });

  test('names an option that it does not know, and exits 64', async () => {
    const { code, stderr } = await run(['--json']);

    expect(code).toBe(64);
    expect(stderr).toMatch(/--json.*\nusage:/);
  });
});

test('The guide holds the table of parameters as they are declared', async () => {
  const guide = await readFile(path.join(repositoryRoot, 'docs/signing.md'), 'utf8');
  const { parameters } = configurationSource({ env: {}, workingDirectory: folder, repositoryRoot });

  const tables = { parameters: parameterTable(parameters) };
  if (withGuideTables(guide, { workspace: 'apps/conventions-signing', tables }) !== guide) {
    throw new Error(
      'docs/signing.md: the table of parameters is not what is declared; npm run config -w apps/conventions-signing -- --guide mends it',
    );
  }
});
