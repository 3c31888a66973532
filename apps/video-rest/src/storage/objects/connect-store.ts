import { S3Client } from '@aws-sdk/client-s3';
import { errorCode, errorMessage } from '@campus/config';
import { StorageError } from '../storage-error.ts';

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
    // What is read whole is held against digests of our own; and asked for, a checksum is part of what is signed.
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

/**
 * What a failure of the store means, in one sentence that says what to mend. What the store says of a wrong signature
 * holds the request with its key, so only the name, the status and the sentence of the error go on.
 */
export function whyStoreFails(
  error: unknown,
  { endpoint, ...names }: Pick<ObjectStoreSettings, 'endpoint' | 'region' | 'bucket' | 'named'>,
): StorageError {
  if (error instanceof StorageError) return error;
  const { name, status } = factsOf(error);
  const cause = new Error([name, status, errorMessage(error)].filter((part) => part !== undefined).join(' '));
  const store =
    endpoint === undefined ? `S3 in ${names.region}` : `the store at MEDIA_S3_ENDPOINT (${endpoint})`;
  if (status === 507 || name?.endsWith('QuotaExceeded') === true) {
    const full = `${store} has no room left for the bucket ${names.bucket}; make room there, or raise its quota.`;
    return new StorageError('store_full', full, { cause });
  }
  return new StorageError('store_away', sentences(store, { name, ...names }) ?? away(store, error), {
    cause,
  });
}

/** Whether the store has no such object, or no such upload. */
export function isMissing(error: unknown): boolean {
  const why = error instanceof StorageError ? errorMessage(error.cause) : factsOf(error).name;
  return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].some((name) => why?.startsWith(name) === true);
}

function sentences(
  store: string,
  {
    name,
    bucket,
    named = 'MEDIA_S3_BUCKET',
    region,
  }: { name: string | undefined } & Pick<ObjectStoreSettings, 'region' | 'bucket' | 'named'>,
): string | undefined {
  switch (name) {
    case 'NoSuchBucket':
      return `${store} has no bucket ${bucket}; create it, or correct ${named}.`;
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidToken':
      return `${store} does not take MEDIA_S3_ACCESS_KEY_ID with MEDIA_S3_SECRET_ACCESS_KEY; correct them.`;
    case 'AccessDenied':
    case 'AllAccessDisabled':
    case 'AccountProblem':
      return `${store} does not let the account of MEDIA_S3_ACCESS_KEY_ID read, write and list the bucket ${bucket}; give it these rights.`;
    case 'RequestTimeTooSkewed':
    case 'RequestExpired':
      return `the clock of this machine is not that of ${store}; set it right.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return `${store} does not have the bucket ${bucket} in the region ${region}; correct MEDIA_S3_REGION.`;
    default:
      return undefined;
  }
}

function away(store: string, error: unknown): string {
  const { name, status } = factsOf(error);
  if (status !== undefined) return `${store} answers ${status}${name ? ` (${name})` : ''}; look at its log.`;
  if (name === 'AbortError' || name === 'TimeoutError')
    return `${store} does not answer in time; look at its log, and at the network between.`;
  const code = errorCode(error) || name;
  return `${store} cannot be reached${code ? ` (${code})` : ''}; start it, or correct the address.`;
}

function factsOf(error: unknown): { name: string | undefined; status: number | undefined } {
  if (!(error instanceof Error)) return { name: undefined, status: undefined };
  const metadata: unknown = Reflect.get(error, '$metadata');
  const status: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return { name: error.name, status: typeof status === 'number' ? status : undefined };
}

/** How the bucket is reached. */
export interface ObjectStoreSettings {
  /** Absent: that of AWS for the region. */
  endpoint?: string | undefined;
  /** Where clients reach it, who are led there then; absent: they are not. */
  publicEndpoint?: string | undefined;
  region: string;
  bucket: string;
  /** What the operator has named it with; absent: MEDIA_S3_BUCKET. */
  named?: string | undefined;
  /** In front of every name: empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket stands in the path, not in the name of the host. */
  isPathStyle: boolean;
}
