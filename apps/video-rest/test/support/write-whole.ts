import { randomUUID } from 'node:crypto';
import { access, rename } from 'node:fs/promises';

/** Makes a file, unless it is there, that other test files may be making too, or reading: it is there whole, or not at all. */
export async function writeWhole(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const unfinished = `${file}.${randomUUID()}`;
  await write(unfinished);
  await rename(unfinished, file);
}
