import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Server, sharedS3Server } from '@campus/testing';
import type { VideoConfiguration } from '../../src/config.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { openObjectStore } from '../../src/storage/objects/object-store.ts';
import { instance } from './instances.ts';

/** A client of the server, for tests; the caller destroys it. */
export function clientOf({ endpoint, region, ...credentials }: S3Server): S3Client {
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true });
}

/** Makes an empty bucket. @returns its name */
export async function givenBucket(client: S3Client): Promise<string> {
  const Bucket = `test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  return Bucket;
}

/** A new bucket as the storage is configured with it. */
export async function givenBucketSettings(server: S3Server): Promise<ObjectStoreSettings> {
  const client = clientOf(server);
  const bucket = await givenBucket(client);
  client.destroy();
  return { ...server, bucket, prefix: 'media/', isPathStyle: true };
}

/** A new bucket where the instance of this test file keeps media in one. */
export async function givenBucketOfInstance(): Promise<ObjectStoreSettings | undefined> {
  return instance().keepsIn === 'bucket' ? givenBucketSettings(await sharedS3Server()) : undefined;
}

/** The parameters of a service that keeps media there. */
export function keptIn(bucket: ObjectStoreSettings | undefined): Partial<VideoConfiguration> {
  if (bucket === undefined) return {};
  return {
    mediaStore: 's3',
    mediaS3Endpoint: bucket.endpoint,
    mediaS3Region: bucket.region,
    mediaS3Bucket: bucket.bucket,
    mediaS3Prefix: bucket.prefix,
    mediaS3AccessKeyId: bucket.accessKeyId,
    mediaS3SecretAccessKey: bucket.secretAccessKey,
  };
}

/** The names of all objects, and of all that uploads were begun for. */
export async function keysIn(bucket: ObjectStoreSettings): Promise<string[]> {
  const objects = openObjectStore(bucket);
  const keys: string[] = [];
  try {
    for await (const key of objects.list()) keys.push(key);
    return keys;
  } finally {
    objects.close();
  }
}
