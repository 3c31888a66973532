import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere, writePrivately } from './private-file.ts';

/** 32 random bytes in base64url, as `newToken` makes them. */
const token = z.string().regex(/^[\w-]{43}$/);
const storedTokens = z.object({ public: token, management: token, webhook: token });

/** The tokens of the signing demo: for the signing application, for the institution, for the call to the webhook. */
export type DemoTokens = z.output<typeof storedTokens>;

/**
 * The tokens in the file `demo-tokens.json` of the data folder; the first start makes them, later ones read the
 * same. Only its owner may read the file.
 *
 * @param dataDir  made when it is not there
 * @throws Error when the file is there but holds no tokens; it says how to mend that
 */
export async function demoTokens(dataDir: string): Promise<DemoTokens> {
  const file = path.join(dataDir, 'demo-tokens.json');
  const stored = await readIfThere(file);
  if (stored !== undefined) return parseTokens(stored, file);
  const tokens = newTokens();
  await writePrivately(file, `${JSON.stringify(tokens, null, 2)}\n`);
  return tokens;
}

function newTokens(): DemoTokens {
  return { public: newToken(), management: newToken(), webhook: newToken() };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function parseTokens(text: string, file: string): DemoTokens {
  const { data, error } = storedTokens.safeParse(parseJson(text));
  if (data !== undefined) return data;
  const names = error.issues.map(({ path }) => path.join('.') || 'the file').join(', ');
  throw new Error(
    `${file}: ${names} must hold tokens of 43 characters (base64url); remove the file and start again, which makes new ones`,
  );
}

/** The value of a JSON text; null when it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
