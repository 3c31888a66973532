import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Server } from '@campus/testing';
import type { ObjectStoreSettings } from '../../src/storage/objects/object-store-settings.ts';

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
