import { createHash, randomBytes } from 'node:crypto';
import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { clip } from './clips.ts';
import { uploadInterrupted } from './interrupted-upload.ts';
import { startReplicas } from './replicas.ts';

/** Of so many bytes, a clip with noise behind it, which probing takes for nothing. */
async function makeLargeFile(folder: string, bytes: number): Promise<string> {
  const file = path.join(folder, 'lecture.mp4');
  await copyFile(await clip('tiny'), file);
  const { length } = await readFile(file);
  // A box that readers of MP4 pass over (ISO/IEC 14496-12 §8.1.2).
  const noise = randomBytes(bytes - length);
  noise.writeUInt32BE(noise.length, 0);
  noise.write('free', 4, 'latin1');
  await appendFile(file, noise);
  return file;
}

/** @param limits.timeLimitMs  a replica is started anew for every fourth kill */
export function testInterruptedUpload(
  { kills, bytes }: { kills: number; bytes: number },
  { timeLimitMs }: { timeLimitMs?: number } = {},
): void {
  test(
    `An upload is whole though client or replica were killed ${kills} times, and becomes one video`,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'video-interrupted-'));
      const replicas = await startReplicas();
      try {
        const file = await makeLargeFile(folder, bytes);

        const { sha256, videos } = await uploadInterrupted(replicas, { file, size: bytes, kills });

        expect(sha256).toBe(
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        );
        expect(videos).toBe(1);
      } finally {
        await replicas.close();
        await rm(folder, { recursive: true });
      }
    },
    timeLimitMs,
  );
}
