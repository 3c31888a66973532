import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@campus/config';

/** Names by which a folder is searched; a file that is named itself may be called anything. */
const media =
  /\.(3gp|aac|avi|flac|flv|m2ts|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|mts|mxf|oga|ogg|ogv|opus|ts|wav|webm|wma|wmv)$/i;

/** The files among these, and the videos and sounds in the folders among them, at any depth. @throws OperatorError, what `stat` does */
export async function mediaFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const one of paths) {
    const facts = await stat(one);
    if (!facts.isDirectory()) {
      if (!facts.isFile()) throw new OperatorError(`${one} is neither a file nor a folder.`);
      await access(one, constants.R_OK);
      found.push(one);
      continue;
    }
    const entries = await readdir(one, { recursive: true, withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && /^[^.]/.test(entry.name) && media.test(entry.name),
    );
    found.push(...files.map(({ parentPath, name }) => path.join(parentPath, name)).sort());
  }
  return found;
}
