import { createHash, randomBytes } from 'node:crypto';
import { sharedS3Server } from '@campus/testing';
import { givenBucketSettings, keptIn } from '../../apps/video-rest/test/support/buckets.ts';
import { environmentOf } from '../../apps/video-rest/test/support/service-process.ts';
import { useStorage } from '../../apps/video-rest/test/support/storage.ts';
import { runCommand } from './run-command.ts';

/** Media of a video platform that has a folder and a bucket, for `npm run move-media` between them. */
export function useMovedMedia() {
  const files = useStorage(
    { keepsIn: 'folder' },
    { bucket: async () => givenBucketSettings(await sharedS3Server()) },
  );

  const envFor = (store: 'folder' | 's3'): Record<string, string> => ({
    DATABASE_URL: files.databaseUrl,
    MEDIA_ROOT: files.mediaRoot,
    DATA_DIR: `${files.mediaRoot}/data`,
    MEDIA_MIN_FREE: '0',
    ENCODE_CONCURRENCY: '1',
    ROOT_PASSWORD: 'password of the superuser',
    ...environmentOf({ ...keptIn(files.bucket), mediaStore: store }),
  });

  const moveMedia = (store: 'folder' | 's3', ...args: string[]) =>
    runCommand('video-rest', ['move-media', ...args], envFor(store));

  /** A video on air; each path of its files, and what is there. */
  async function givenVideo(megabytes: number): Promise<Map<string, string>> {
    const [source, piece] = [
      randomBytes(megabytes * 500_000).toString('hex'),
      randomBytes(100_000).toString('hex'),
    ];
    const { id, sourceFile } = await files.givenVideo({ content: source, allowDownloading: true });
    const encodingId = await files.givenOnAir(id, { 'master.m3u8': '#EXTM3U\n', '720.m4s': piece });
    const folder = `/media/videos/${id}/encoding-${encodingId}`;
    return new Map([
      [`/media/videos/${id}/source/${sourceFile}`, sha256(source)],
      [`${folder}/master.m3u8`, sha256('#EXTM3U\n')],
      [`${folder}/720.m4s`, sha256(piece)],
    ]);
  }

  /** How many objects of the bucket rows have. */
  const objectsInUse = () => files.db.prisma.mediaObject.count({ where: { state: 'kept' } });

  return { files, envFor, moveMedia, givenVideo, objectsInUse };
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
