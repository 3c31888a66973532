import { open } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode, OperatorError } from '@campus/config';
import { userFolder } from './user-folder.ts';

/** Where a service is, and by which token it is called. */
export interface Access {
  baseUrl: string;
  token: string;
}

/** The variables of a program such as `campus-video`, and the file that may hold them. */
export function accessPlaces(name: string): Record<'url' | 'token' | 'file' | 'defaultFile', string> {
  const prefix = name.toUpperCase().replaceAll('-', '_');
  return {
    url: `${prefix}_URL`,
    token: `${prefix}_TOKEN`,
    file: `${prefix}_FILE`,
    defaultFile: path.join(userFolder('XDG_CONFIG_HOME', '.config'), `${name}.env`),
  };
}

/**
 * Address and token, each from the environment, else from the file, which nobody else may read.
 *
 * @throws OperatorError  with the mend; the process then ends with 78
 */
export async function readAccess(name: string): Promise<Access> {
  const places = accessPlaces(name);
  const { env } = process;
  const isWhole = env[places.url] && env[places.token];
  const file = env[places.file] || places.defaultFile;
  const kept = isWhole ? {} : await readPrivateFile(file);
  const given = (variable: string) => {
    const value = (env[variable] || kept[variable] || '').trim();
    if (value === '')
      throw unusable(
        `${variable} is missing: set it in the environment, or write ${variable}=… into ${file} (mode 0600).`,
      );
    return value;
  };
  const baseUrl = originOf(given(places.url), places.url);
  const token = given(places.token);
  // What else stands in a header is refused by fetch with a message that quotes it.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw unusable(`${places.token} is no token: it has blanks or letters that no token has.`);
  return { baseUrl, token };
}

async function readPrivateFile(file: string): Promise<NodeJS.Dict<string>> {
  const handle = await open(file).catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unusable(`${file} cannot be read (${errorCode(error)}): correct the path or its rights.`);
  });
  if (handle === undefined) return {};
  try {
    const mode = (await handle.stat()).mode & 0o777;
    if (mode & 0o077)
      throw unusable(
        `${file} holds a token, and others may read it (mode 0${mode.toString(8)}): chmod 600 ${file}`,
      );
    return parseEnv(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

function originOf(text: string, variable: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!/^https?:$/.test(url?.protocol ?? '') || url?.username || url?.password)
    throw unusable(`${variable} must be an address such as https://example.org, without a user name.`);
  if (url?.pathname !== '/' || url.search || url.hash)
    throw unusable(`${variable} must end with the name of the host: ${url?.origin}`);
  return url.origin;
}

function unusable(message: string): OperatorError {
  process.exitCode = 78;
  return new OperatorError(message);
}
