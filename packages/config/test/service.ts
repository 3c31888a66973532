import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { httpUrl, ParameterError, parameter, port, text, tokenList } from '../src/index.ts';

const isToken = (piece: string) => /^[a-z0-9]{4,}$/.test(piece);

/** The parameters of a small service, as a service declares them. */
export const parameters = {
  tokens: parameter({
    name: 'appli.public.tokens',
    meaning: 'tokens of the public API',
    secret: true,
    parse: tokenList({ accepts: isToken, expectation: 'four or more letters and digits' }),
  }),
  webhookUri: parameter({ name: 'webhook.uri', meaning: 'address to call', parse: httpUrl }),
  webhookToken: parameter({
    name: 'webhook.token',
    meaning: 'token to send',
    secret: true,
    parse: (given) => {
      if (isToken(given)) return given;
      throw new ParameterError('must be four or more letters and digits');
    },
  }),
  baseUrl: parameter({ name: 'server.base-url', meaning: 'public address', parse: httpUrl }),
  port: parameter({
    name: 'server.port',
    meaning: 'port to listen on',
    parse: port,
    default: { value: 8081, text: '8081' },
  }),
  greeting: parameter({
    name: 'greeting',
    meaning: 'first word',
    parse: text,
    default: { value: 'hello', text: 'hello' },
  }),
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
