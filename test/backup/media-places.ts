import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type OwnS3Server, startS3Server } from '@campus/testing';
import { clientOf, givenBucket } from '../../apps/video-rest/test/support/buckets.ts';

/** Where media are, and how they are lost. */
export interface MediaPlace {
  /** What the document says of copying them. */
  block: string;
  /** Whether a copy has what has come of uploads in pieces; the parts of a bucket's are no objects yet. */
  copiesUploads: boolean;
  /** What it names there. */
  variables(): Record<string, string>;
  /** Of the service. */
  parameters(): Record<string, string>;
  /** All of it is gone. */
  lose(): Promise<void>;
  /** An empty one is in its place. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function folderBelow(folder: string): Promise<MediaPlace> {
  const MEDIA_ROOT = path.join(folder, 'media');
  return {
    block: 'media-in-a-folder',
    copiesUploads: true,
    variables: () => ({ MEDIA_ROOT }),
    parameters: () => ({ MEDIA_ROOT }),
    lose: () => rm(MEDIA_ROOT, { recursive: true, force: true }),
    renew: async () => {},
    close: async () => {},
  };
}

export async function bucketOfItsOwn(folder: string): Promise<MediaPlace> {
  let { server, bucket } = await given();
  const shared = () => ({ MEDIA_S3_BUCKET: bucket, MEDIA_S3_PREFIX: 'media/' });
  return {
    block: 'media-in-a-bucket',
    copiesUploads: false,
    variables: () => ({
      ...shared(),
      RCLONE_CONFIG_STORE_TYPE: 's3',
      RCLONE_CONFIG_STORE_PROVIDER: 'Other',
      RCLONE_CONFIG_STORE_ENDPOINT: server.endpoint,
      RCLONE_CONFIG_STORE_REGION: server.region,
      RCLONE_CONFIG_STORE_ACCESS_KEY_ID: server.accessKeyId,
      RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: server.secretAccessKey,
    }),
    parameters: () => ({
      ...shared(),
      MEDIA_ROOT: path.join(folder, 'media'),
      MEDIA_STORE: 's3',
      MEDIA_S3_ENDPOINT: server.endpoint,
      MEDIA_S3_REGION: server.region,
      MEDIA_S3_PATH_STYLE: 'true',
      MEDIA_S3_ACCESS_KEY_ID: server.accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    }),
    async lose() {
      await server[Symbol.asyncDispose]();
      await rm(path.join(folder, 'media'), { recursive: true, force: true });
    },
    async renew() {
      ({ server, bucket } = await given());
    },
    close: async () => server[Symbol.asyncDispose]().catch(() => undefined),
  };
}

async function given(): Promise<{ server: OwnS3Server; bucket: string }> {
  const server = await startS3Server();
  const client = clientOf(server);
  const bucket = await givenBucket(client);
  client.destroy();
  return { server, bucket };
}
