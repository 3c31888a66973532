import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { userFolder } from '@campus/client-cli';

/** What has become of a file: where its upload goes on, or the video that it is. */
type Kept = { upload: string } | { video: number };

/**
 * What is kept of the upload of a file, so that the same command goes on after it was killed: a file in
 * `~/.local/state/campus-video`. A file that has changed since is another.
 */
export function keptUpload(service: string, file: string) {
  const { size, mtimeMs } = statSync(file);
  const folder = path.join(userFolder('XDG_STATE_HOME', '.local/state'), 'campus-video');
  const key = createHash('sha256')
    .update(JSON.stringify([service, path.resolve(file), size, mtimeMs]))
    .digest('hex');
  const place = path.join(folder, `${key}.json`);
  return {
    size,
    read(): Kept | undefined {
      try {
        return JSON.parse(readFileSync(place, 'utf8'));
      } catch {
        // The first time there is none; one that cannot be read says nothing either.
        return undefined;
      }
    },
    write(kept: Kept): void {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${place}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify(kept), { mode: 0o600, flush: true });
      renameSync(unfinished, place);
    },
  };
}
