import { randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sharedS3Server, startS3Server } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { clientOf, givenBucket } from '../support/buckets.ts';

test('Given two files of tests, When both ask for the server of the run, Then it is one, with buckets of their own', async () => {
  const [first, second] = await Promise.all([sharedS3Server(), sharedS3Server()]);

  expect(second).toEqual(first);
  const client = clientOf(first);
  const [mine, yours] = [await givenBucket(client), await givenBucket(client)];
  await client.send(new PutObjectCommand({ Bucket: mine, Key: 'a/b', Body: 'mine' }));
  const { Contents: seen } = await client.send(new ListObjectsV2Command({ Bucket: yours }));
  expect(seen).toBeUndefined();
  client.destroy();
});

test('Given parts of an upload, When the server is killed and started again, Then it is completed with the rest', async () => {
  await using server = await startS3Server();
  const client = clientOf(server);
  const object = { Bucket: await givenBucket(client), Key: 'large' };
  const parts = [randomBytes(5 * 2 ** 20), randomBytes(1000)];
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const sendPart = async (PartNumber: number) => {
    const part = { ...object, UploadId, PartNumber, Body: parts[PartNumber - 1] };
    return { PartNumber, ETag: (await client.send(new UploadPartCommand(part))).ETag };
  };
  const first = await sendPart(1);

  await server.kill();
  await expect(sendPart(2)).rejects.toThrow('ECONNREFUSED');
  await server.start();

  const Parts = [first, await sendPart(2)];
  await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
  const { Body } = await client.send(new GetObjectCommand(object));
  expect(Buffer.concat(parts).equals((await Body?.transformToByteArray()) ?? Buffer.of())).toBe(true);
  client.destroy();
});
