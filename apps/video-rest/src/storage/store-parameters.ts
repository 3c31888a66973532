import { boolean, httpUrl, ParameterError, parameter, text, type Values } from '@campus/config';
import { largestObjectBytes } from './objects/block-digests.ts';
import type { ObjectStoreSettings } from './objects/connect-store.ts';

/** Where new files go. */
export type MediaStore = 'folder' | 's3';

/** Parameters of the place for media, beside MEDIA_ROOT. */
export const storeParameters = {
  mediaStore: parameter<MediaStore>(
    'MEDIA_STORE',
    'where new files are kept: `folder` is MEDIA_ROOT, `s3` the bucket of an S3-compatible store; MEDIA_ROOT then holds what is on its way on this machine, and files from before',
    mediaStore,
    { default: 'folder' },
  ),
  mediaS3Endpoint: parameter(
    'MEDIA_S3_ENDPOINT',
    'address of the store, such as https://s3.example.edu; absent: Amazon S3 in MEDIA_S3_REGION',
    httpUrl,
  ),
  mediaS3PublicEndpoint: parameter(
    'MEDIA_S3_PUBLIC_ENDPOINT',
    'address of the store that clients reach: who asks for an MP4, for sound or for a download is led there, with an address signed for an hour at most, and no longer than what led there; absent: all goes through this service, or nginx',
    httpUrl,
  ),
  mediaS3Region: parameter('MEDIA_S3_REGION', 'region of the bucket', text, { default: 'us-east-1' }),
  mediaS3Bucket: parameter(
    'MEDIA_S3_BUCKET',
    'bucket, which must exist; with MEDIA_STORE=folder its files are still read',
    text,
  ),
  mediaS3Prefix: parameter(
    'MEDIA_S3_PREFIX',
    'what stands in front of every name in the bucket, such as media/; absent: nothing',
    prefix,
    { default: '', text: 'none' },
  ),
  mediaS3AccessKeyId: parameter(
    'MEDIA_S3_ACCESS_KEY_ID',
    'key that may read, write, list and delete in the bucket',
    text,
  ),
  mediaS3SecretAccessKey: parameter('MEDIA_S3_SECRET_ACCESS_KEY', 'secret of that key', text, {
    secret: true,
  }),
  mediaS3PathStyle: parameter(
    'MEDIA_S3_PATH_STYLE',
    'whether the bucket stands in the path of addresses, as most stores have it, not in the name of the host',
    boolean,
    { default: true },
  ),
};

type StoreConfiguration = Values<typeof storeParameters>;

const needed = ['mediaS3Bucket', 'mediaS3AccessKeyId', 'mediaS3SecretAccessKey'] as const;

/** The rules between them: a bucket is named with its key, and parts of 8 MiB must make up the largest source. */
export function checkStore(values: StoreConfiguration & { videoMaxUploadSize: number }) {
  const { mediaStore: store, mediaS3Bucket, videoMaxUploadSize } = values;
  if (store === 'folder' && mediaS3Bucket === undefined) return [];
  const why = store === 's3' ? 'MEDIA_STORE=s3' : 'MEDIA_S3_BUCKET';
  const missing = needed
    .filter((name) => values[name] === undefined)
    .map((name) => ({
      parameters: [name],
      message: `${storeParameters[name].name} is required with ${why}`,
    }));
  const tooLarge = videoMaxUploadSize > largestObjectBytes;
  return [
    ...missing,
    ...(tooLarge
      ? [
          {
            parameters: ['videoMaxUploadSize'] as const,
            message: 'VIDEO_MAX_UPLOAD_SIZE must be at most 78GiB with a bucket: S3 takes 10,000 parts',
          },
        ]
      : []),
  ];
}

/** How the bucket is reached; undefined where none is configured. */
export function bucketOf(values: StoreConfiguration): ObjectStoreSettings | undefined {
  const { mediaS3Bucket: bucket, mediaS3Prefix } = values;
  return bucket === undefined ? undefined : bucketAt({ bucket, prefix: mediaS3Prefix }, values);
}

/** How another bucket of the same store is reached; undefined where no key is configured. */
export function bucketAt(
  at: Pick<ObjectStoreSettings, 'bucket' | 'named' | 'prefix'>,
  values: StoreConfiguration,
): ObjectStoreSettings | undefined {
  const { mediaS3AccessKeyId, mediaS3SecretAccessKey } = values;
  if (!mediaS3AccessKeyId || !mediaS3SecretAccessKey) return undefined;
  return {
    endpoint: values.mediaS3Endpoint,
    publicEndpoint: values.mediaS3PublicEndpoint,
    region: values.mediaS3Region,
    ...at,
    accessKeyId: mediaS3AccessKeyId,
    secretAccessKey: mediaS3SecretAccessKey,
    isPathStyle: values.mediaS3PathStyle,
  };
}

function mediaStore(given: string): MediaStore {
  const trimmed = given.trim();
  if (trimmed !== 'folder' && trimmed !== 's3') throw new ParameterError('must be folder or s3');
  return trimmed;
}

function prefix(given: string): string {
  const trimmed = given.trim();
  if (!/^(?:[\w.-]+\/)*$/.test(trimmed) || trimmed.length > 100)
    throw new ParameterError('must end with a slash, such as media/');
  return trimmed;
}
