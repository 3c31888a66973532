import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreSettings } from './object-store-settings.ts';
import { whyStoreFails } from './why-store-fails.ts';

/** A client of the store, for one bucket. */
export type StoreConnection = ReturnType<typeof connectStore>;

/** How often a request is sent, at most. */
const maxAttempts = 5;

/** A part of 8 MiB, which is what takes longest, goes within the second at 2.2 Mbit/s. */
const limitsMs = { connect: 5_000, answer: 30_000 };

/** Players hold connections while they pause. */
const maxSockets = 1_000;

export function connectStore(settings: ObjectStoreSettings) {
  const { endpoint, region, bucket: Bucket, prefix, accessKeyId, secretAccessKey, isPathStyle } = settings;
  const agent = { keepAlive: true, maxSockets };
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts,
    // A clock that is off also makes addresses that we sign wrong: better to hear of it.
    disableClockSkewCorrection: true,
    // What is read whole is held against digests of our own.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limitsMs.connect,
      requestTimeout: limitsMs.answer,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return {
    client,
    settings,
    /** The object of this name, as commands have it. */
    at: (key: string) => ({ Bucket, Key: prefix + key }),
    /** Waits for a command. @throws StorageError  what its failure means */
    async told<Result>(work: Promise<Result>) {
      try {
        return await work;
      } catch (error) {
        throw whyStoreFails(error, settings);
      }
    },
  };
}
