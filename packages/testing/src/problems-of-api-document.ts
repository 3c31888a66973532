import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repositoryRoot = path.resolve(import.meta.dirname, '../../..');
const redocly = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

/** As the linter tells it. */
interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}

/** What the linter has against an OpenAPI document, by the rules of `redocly.yaml`: a line for each problem. */
export async function problemsOfApiDocument(document: unknown): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'api-document-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document, undefined, 2));
    const config = path.join(repositoryRoot, 'redocly.yaml');
    const args = ['lint', file, '--config', config, '--format', 'json', '--max-problems', '1000'];
    // It neither calls home nor asks for newer versions.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    // Errors end it with 1; warnings are problems too.
    const { stdout } = await run(process.execPath, [redocly, ...args], { env, maxBuffer: 2 ** 26 }).catch(
      (ended: { stdout: string }) => ended,
    );
    const { problems } = JSON.parse(stdout) as { problems: Problem[] };
    return problems.map(
      ({ ruleId, message, location }) => `${location[0]?.pointer ?? '#'}: ${message} (${ruleId})`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
