import { sharedS3Server } from '@campus/testing';
import { givenBucketSettings } from '../support/buckets.ts';
import { useStorage } from '../support/storage.ts';
import { storageCases } from '../support/storage-cases.ts';

const media = useStorage({}, { bucket: async () => givenBucketSettings(await sharedS3Server()) });

storageCases(media);
