import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { promisify } from 'node:util';
import { descendantsOf } from '@campus/testing';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { validPdf } from '../support/pdfs.ts';
import { metadata } from '../support/records.ts';
import { managementToken } from '../support/service.ts';
import { useServiceProcess } from '../support/service-process.ts';

const service = useServiceProcess();

/** Sets how many descriptors the service may have. */
async function limitDescriptors(most: number): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(service.child.pid), `--nofile=${most}:`]);
}

test('Given some descriptors are left, When agreements are registered, Then each is taken, or answered 503, however few they are', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = { pdf64: Buffer.from(await validPdf()).toString('base64'), metadata: metadata() };
  const register = async () => {
    const post = request(service.url)
      .post('/api/conventions')
      .agent(agent)
      .ok(() => true);
    return (await post.set('Authorization', `Bearer ${managementToken}`).send(body)).status;
  };
  expect(await register()).toBe(201);
  const statuses: number[] = [];

  for (let left = 0; left < 12; left += 1) {
    const { length } = await readdir(`/proc/${service.child.pid}/fd`);
    await limitDescriptors(length + left);
    // What reads PDFs has to be started again.
    for (const reader of await descendantsOf(Number(service.child.pid))) process.kill(reader, 'SIGKILL');
    statuses.push(await register());
  }

  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  await limitDescriptors(1024);
  expect(await register()).toBe(201);
  expect(service.child.exitCode).toBeNull();
  agent.destroy();
});
