import { InputError } from './input-error.ts';
import type { Parts } from './receive-multipart.ts';

/**
 * The JSON value of a part, which clients send as a text or as a file of type JSON; undefined without it.
 *
 * @throws InputError  `malformed_json`
 */
export async function jsonPart({ files, texts }: Parts, name: string): Promise<unknown> {
  const file = files.get(name);
  const text = file === undefined ? texts[name]?.[0] : Buffer.from(await file.read()).toString('utf8');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InputError('malformed_json', `the part "${name}" is not valid JSON`, { cause: error });
  }
}
