import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually, listeningPorts } from '@campus/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { filesOf, type ShownVideo, untilState } from '../support/encode-videos.ts';
import { instances, useInstance } from '../support/instances.ts';
import { postType } from '../support/post-resources.ts';
import { sendInPieces } from '../support/send-in-pieces.ts';
import { useService } from '../support/service.ts';
import type { ServiceProcess } from '../support/service-process.ts';

useInstance(instances.several);
const service = useService({ encodeConcurrency: 2, encodeThreads: 1, encodeOnUpload: true });
let bytes: Buffer;
let type: string;

beforeAll(async () => {
  bytes = await readFile(await clip('tiny'));
  type = (await postType(service)).url;
});

/** A video is there with all its bytes, whichever process is asked, and is encoded. */
async function expectWhole(address: string): Promise<void> {
  const { body } = await service.root.client.get(new URL(address).pathname).expect(200);
  const { id, video }: ShownVideo = body;
  const headers = { Authorization: `Token ${service.root.token}` };
  const source = Buffer.from(await (await fetch(video, { headers })).arrayBuffer());
  expect(sha256(source)).toBe(sha256(bytes));
  await untilState(service, id, 'done');
  await eventually(async () => {
    const kinds = (await filesOf(service, id)).map((file) => file.replace(/-.*/, ''));
    expect(kinds).toEqual(['encoding', 'source']);
  });
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** The id of a process of the service, as it stands beside the last request that it has answered. */
async function processOf(number: number): Promise<number> {
  return eventually(async () => {
    await service.root.client.get('/rest/users/me/').expect(200);
    const lines = (service.child?.output() ?? '').split('\n').reverse();
    const its = lines.find((line) => line.includes(`"process":${number},`) && line.endsWith('}'));
    return its !== undefined && JSON.parse(its).pid;
  });
}

test('Given two processes and a bucket, When four uploads come in pieces at once, Then each becomes a video, and is encoded', async () => {
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => sendInPieces(service.root, { bytes, type, pieces: 2 })),
  );

  expect(new Set(sent.map(({ video }) => video)).size).toBe(4);
  for (const { video } of sent) await expectWhole(video);
});

test('Given two processes and a bucket, Then they share the port of the service alone, and each has one of its own for sources', async () => {
  const { url, metricsUrl, child } = service.child as ServiceProcess;
  const first = await listeningPorts(await processOf(1));
  const second = await listeningPorts(await processOf(2));

  // What the processes share, the one that has started them listens at.
  const shared = [url, metricsUrl].map((one) => Number(new URL(one).port));
  expect(await listeningPorts(Number(child.pid))).toEqual(shared.toSorted((one, other) => one - other));
  expect([first.length, second.length, new Set([...shared, ...first, ...second]).size]).toEqual([1, 1, 4]);
});

test.each([1, 2])(
  'Given two uploads in pieces, When process %d is killed in the middle, Then nothing that was acknowledged is lost, and each becomes one video',
  async (number) => {
    const ada = await service.givenUser();
    const pid = await processOf(number);
    let pieces = 0;
    const onPiece = () => {
      pieces += 1;
      if (pieces === 10) process.kill(pid, 'SIGKILL');
    };

    const sent = await Promise.all(
      Array.from({ length: 2 }, () => sendInPieces(ada, { bytes, type, pieces: 10, onPiece })),
    );

    expect(sent.map(({ lost }) => lost)).toEqual(sent.map(() => 0));
    expect(await service.db.prisma.video.count({ where: { ownerId: ada.id } })).toBe(2);
    for (const { video } of sent) await expectWhole(video);
    await eventually(async () => expect(await processOf(number)).not.toBe(pid));
  },
);
