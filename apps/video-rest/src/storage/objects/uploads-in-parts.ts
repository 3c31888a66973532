import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { StoreConnection } from './connect-store.ts';
import { isMissing } from './why-store-fails.ts';

/** Objects that come in parts over many requests. */
export interface UploadsInParts {
  /** @returns the store's name of the upload */
  beginUpload(key: string): Promise<string>;
  /** Brings a part, from 1 on; again in the place of one of this number. @returns what the store says of it */
  putPart(at: { key: string; upload: string; part: number }, bytes: Buffer): Promise<string>;
  /** Makes the object of its parts; doing it again changes nothing. */
  completeUpload(whole: {
    key: string;
    upload: string;
    etags: readonly string[];
    bytes: number;
  }): Promise<void>;
  /** Removes the parts of uploads that were to become this object. */
  removeUploads(key: string): Promise<void>;
}

export function uploadsInParts({ client, at, told, settings }: StoreConnection): UploadsInParts {
  const { bucket: Bucket, prefix } = settings;
  return {
    async beginUpload(key) {
      const { UploadId = '' } = await told(client.send(new CreateMultipartUploadCommand(at(key))));
      return UploadId;
    },
    async putPart({ key, upload: UploadId, part: PartNumber }, Body) {
      const { ETag = '' } = await told(
        client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body })),
      );
      return ETag;
    },
    async completeUpload({ key, upload: UploadId, etags, bytes }) {
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      const complete = { ...at(key), UploadId, MultipartUpload: { Parts } };
      await told(client.send(new CompleteMultipartUploadCommand(complete))).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        // An attempt before this one may have been the last.
        const { ContentLength } = await told(client.send(new HeadObjectCommand(at(key))));
        if (ContentLength !== bytes) throw error;
      });
    },
    async removeUploads(key) {
      const begun = await told(
        client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix + key })),
      );
      for (const { Key, UploadId } of begun.Uploads ?? [])
        await told(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))).catch(
          (error: unknown) => {
            if (!isMissing(error)) throw error;
          },
        );
    },
  };
}
