import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The password that a service has generated for its first account; who has removed its file has noted it down. */
export async function firstPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'first-password');
  const text = await readFile(file, 'utf8').catch(() => 'the password that you have noted down');
  return text.trim();
}
