import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';

/** Makes a file that other test files may be making too, or reading: it is there whole, or not at all. */
export async function writeWhole(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await write(unfinished);
  await rename(unfinished, file);
}
