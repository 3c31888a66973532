import { readFile } from 'node:fs/promises';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { faultyTool } from '../../support/faulty-tool.ts';
import { postType } from '../../support/post-resources.ts';
import { type TestService, useService } from '../../support/service.ts';
import { beginUpload, sendPiece, tus } from '../../support/tus.ts';

const killed = (times: number) => faultyTool('ffprobe', 'kill -KILL $$', { times });
const killedOnce = useService({}, { tools: { ffprobe: await killed(1) } });
const killedThrice = useService({}, { tools: { ffprobe: await killed(3) } });

/** Sends a film in one piece. */
async function sendTo(service: TestService) {
  const bytes = await readFile(await clip('tiny'));
  const { client, url: owner } = service.staff;
  const { url: type } = await postType(service);
  const texts = { filename: 'algebra.mp4', title: 'Algebra', type, owner };
  const path = await beginUpload(client, { size: bytes.length, texts });
  return { path, answer: await sendPiece(client, path, { bytes }) };
}

test('Given an ffprobe that is killed once, When the last piece of an upload comes, Then it makes a video', async () => {
  const { answer } = await sendTo(killedOnce);

  expect([answer.status, answer.headers['content-location']]).toEqual([204, expect.any(String)]);
});

test('Given an ffprobe that is killed again and again, When the last piece comes, Then it waits, and becomes a video by itself', async () => {
  const { path, answer } = await sendTo(killedThrice);
  const { client } = killedThrice.staff;

  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
  const { headers } = await client.head(path).set(tus).expect(200);
  expect(headers['upload-offset']).toBe(headers['upload-length']);
  // It waits for whoever has sent the last byte.
  await killedThrice.sql.query(
    "update pgboss.job set start_after = now() where name = 'complete-upload' and state = 'created'",
  );
  await eventually(async () => {
    const { body } = await client.get('/rest/videos/').expect(200);
    expect(body.count).toBe(1);
  });
});
