import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectStoreSettings } from './object-store-settings.ts';

/** What a signed address of an object is good for. */
export interface ObjectGrant {
  method: 'GET' | 'HEAD';
  forSeconds: number;
  /** Whether it is for a client, as against a server of the instance. */
  isPublic: boolean;
  /** What the store answers with, of `Content-Type`, `Content-Disposition` and `Cache-Control`. */
  headers: Readonly<Record<string, string>>;
}

/** Makes an address of the store itself that reads an object for a while, for whoever has it; nothing is asked. */
type SignObject = (key: string, grant: ObjectGrant) => Promise<URL>;

/** @param settings.publicEndpoint  where clients reach the store; absent: where we do */
export function objectSigner({ prefix, bucket, ...settings }: ObjectStoreSettings): SignObject {
  const { endpoint, publicEndpoint = endpoint } = settings;
  const [own, open] = [signingClient(settings, endpoint), signingClient(settings, publicEndpoint)];
  return async (key, { method, forSeconds, isPublic, headers }) => {
    const input = {
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentType: headers['Content-Type'],
      ResponseContentDisposition: headers['Content-Disposition'],
      ResponseCacheControl: headers['Cache-Control'],
    };
    const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    return new URL(await getSignedUrl(isPublic ? open : own, command, { expiresIn: forSeconds }));
  };
}

function signingClient(
  { region, isPathStyle, accessKeyId, secretAccessKey }: Omit<ObjectStoreSettings, 'prefix' | 'bucket'>,
  endpoint: string | undefined,
): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Else the store would be asked for a checksum, which is part of what is signed.
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
