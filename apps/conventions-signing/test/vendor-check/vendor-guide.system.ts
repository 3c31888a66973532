import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ProblemCode, problems } from '../../src/http/problems.ts';
import { publicDocument } from '../../src/http/public-api.ts';
import { readOptions } from '../../vendor-check/read-options.ts';
import { testAgreement } from '../../vendor-check/test-agreement.ts';
import { publicToken, useService } from '../support/service.ts';

const run = promisify(execFile);
const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
const guide = await readFile(path.join(repositoryRoot, 'docs/vendor-guide.md'), 'utf8');
const lines = guide.split('\n');

describe('The guide for vendors', () => {
  const service = useService();
  let folder: string;

  beforeAll(async () => {
    await requireTool('curl');
    folder = await mkdtemp(path.join(tmpdir(), 'vendor-guide-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Types a line as printed, on the port of the service. */
  async function type(line: string): Promise<string> {
    const command = line.replaceAll('http://127.0.0.1:8081', service.url);
    const env = { PATH: process.env.PATH, ACCESS_TOKEN: publicToken };
    return (await run('/bin/sh', ['-c', command], { cwd: folder, env })).stdout;
  }

  test('typed as printed, leads from the call to a signed agreement', async () => {
    await service.institution.post('/api/conventions').send(testAgreement()).expect(201);
    await service.institution.post('/api/conventions/1/signature').expect(202);
    const [
      combined = '',
      metadata = '',
      pdf = '',
      deposit = '',
      first = '',
      second = '',
      refusal = '',
      ...rest
    ] = lines.filter((line) => line.startsWith('curl '));

    const document = JSON.parse(await type(combined));
    expect(document).toEqual(testAgreement());
    expect(JSON.parse(await type(metadata))).toEqual(document.metadata);
    await type(pdf);
    expect((await readFile(path.join(folder, 'agreement.pdf'))).toString('base64')).toBe(document.pdf64);
    for (const line of [deposit, first, second])
      expect(JSON.parse(await type(line))).toEqual({ message: 'OK' });
    expect(rest).toEqual([]);
    await service.institution.post('/api/conventions').send(testAgreement()).expect(201);
    await service.institution.post('/api/conventions/2/signature').expect(202);
    // The guide tells of the agreement of another `vendor-check`.
    expect(JSON.parse(await type(refusal.replace('conventions/1/', 'conventions/2/')))).toEqual({
      message: 'OK',
    });
    const { body } = await service.institution.get('/api/conventions/1').expect(200);
    expect(body.state).toBe('signed');
  });

  test('shows a refusal as it is answered', async () => {
    const { body: sent } = await service.institution
      .post('/api/conventions')
      .send(testAgreement())
      .expect(201);
    await service.institution.post(`/api/conventions/${sent.id}/signature`).expect(202);
    const [shown = ''] = /(?<=```json\n).*?(?=```)/s.exec(guide) ?? [];
    const { mail, order } = testAgreement().metadata.signatory[0] ?? {};

    const { body } = await service.vendor
      .patch(`/public/api/conventions/${sent.id}/dates`)
      .send([{ mail, order, signatureDate: '2026-11-21T14:05:09Z' }])
      .expect(400);

    expect(body).toEqual(JSON.parse(shown));
  });

  test('calls vendor-check with options that it takes', () => {
    const calls = lines.filter((line) => line.startsWith('npm run vendor-check'));

    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls)
      expect(readOptions(call.split(' -- ')[1]?.split(' ') ?? [], repositoryRoot)).not.toBe('help');
  });

  test('lists every error of the public API under its status', () => {
    const listed = lines.flatMap((line) => {
      const [, statuses = '', codes = ''] = /^\| ([\d, ]+) \| (`.*?) \|/.exec(line) ?? [];
      const known = statuses.split(', ').map(Number);
      return [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => ({ code, statuses: known }));
    });

    expect(listed.map(({ code }) => code).toSorted()).toEqual(codesOfPublicApi().toSorted());
    for (const { code, statuses } of listed) expect(statuses).toContain(problems[code as ProblemCode].status);
  });
});

/** What the OpenAPI document says may be answered, and what any request may meet. */
function codesOfPublicApi(): string[] {
  const document = JSON.stringify(publicDocument({ baseUrl: undefined, version: '0' }));
  const documented = [...document.matchAll(/\/public\/problems#(\w+)/g)].map(([, code = '']) => code);
  return [...new Set([...documented, 'malformed_request', 'not_found'])];
}
