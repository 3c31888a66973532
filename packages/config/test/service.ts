import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { httpUrl, ParameterError, parameter, port, text, tokenList } from '../src/index.ts';

const isToken = (piece: string) => /^[a-z0-9]{4,}$/.test(piece);

/** The parameters of a small service, as a service declares them. */
export const parameters = {
  tokens: parameter(
    'appli.public.tokens',
    'tokens of the public API',
    tokenList({ accepts: isToken, expectation: 'four or more letters and digits' }),
    { secret: true },
  ),
  webhookUri: parameter('webhook.uri', 'address to call', httpUrl),
  webhookToken: parameter(
    'webhook.token',
    'token to send',
    (given) => {
      if (isToken(given)) return given;
      throw new ParameterError('must be four or more letters and digits');
    },
    { secret: true },
  ),
  baseUrl: parameter('server.base-url', 'public address', httpUrl),
  port: parameter('server.port', 'port to listen on', port, { default: 8081 }),
  greeting: parameter('greeting', 'first word', text, { default: 'hello' }),
};

const folders: string[] = [];

/** A new empty folder, removed after the tests of the file. */
export async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'config-'));
  folders.push(folder);
  return folder;
}

/** Where a service starts: two empty folders and nothing in the environment, and the files given by folder. */
export async function givenService({
  here,
  root,
  env = {},
}: {
  here?: string;
  root?: string;
  env?: Record<string, string>;
} = {}) {
  const workingDirectory = await givenFolder();
  const repositoryRoot = await givenFolder();
  if (here !== undefined) await writeFile(path.join(workingDirectory, 'demo.properties'), here);
  if (root !== undefined) await writeFile(path.join(repositoryRoot, 'demo.properties'), root);
  const closedPrefixes = ['APPLI_', 'WEBHOOK_'];
  const renamed = { 'appli.tokens': 'appli.public.tokens' };
  return { service: 'demo', parameters, env, workingDirectory, repositoryRoot, closedPrefixes, renamed };
}

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});
