import { createTestDatabase, eventually, startRecordingServer } from '@campus/testing';
import {
  type ApiDocument,
  attack,
  type HostileAnswer,
  type HostileRequest,
  type HostileRun,
  isOfTheParser,
  watchChanges,
} from '@campus/testing/hostile';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { managementDocument } from '../../src/http/management-api/management-api.ts';
import { publicDocument } from '../../src/http/public-api.ts';
import { hostileSigningRequest } from './hostile-requests.ts';
import { validPdf } from './pdfs.ts';
import { makeDataDir, startServiceProcess, webhookEnv } from './process.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from './records.ts';
import { managementToken, otherPublicToken, publicToken, webhookToken } from './service.ts';

/**
 * Sends generated requests, one after the other, to a service process with records in every state, and judges
 * each answer. The same seed gives the same requests.
 */
export async function runHostileRequests({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<HostileRun> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const hostile = await hostileRequests(await givenRecords(env));
    const watch = await watchChanges(database.url, {
      // The history is sealed by the clock, and its head published.
      except: ['history_heads'],
      columns: { history: ['signable_id', 'at', 'event', 'actor', 'detail', 'salt', 'detail_hash'] },
    });
    closing.push(() => watch.stop());
    const queues = new pg.Pool({ connectionString: database.url, max: 1 });
    closing.push(() => queues.end());
    // Without a signing application nothing is changed but by a request, or by what it has begun.
    const service = await startServiceProcess(env);
    closing.push(() => service.kill('SIGKILL'));
    return await attack({
      service,
      hostile,
      requests,
      seed,
      judge,
      countChanges: async () => {
        await nothingUnderWay(queues);
        return watch.count();
      },
      secrets: [publicToken, otherPublicToken, managementToken, webhookToken],
    });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Whatever requests have begun for the background has ended, so that its changes count as those of their requests. */
function nothingUnderWay(queues: pg.Pool): Promise<void> {
  return eventually(
    async () => {
      const { rows } = await queues.query(
        `select name from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`,
      );
      expect(rows).toEqual([]);
    },
    { describe: 'the queues are empty' },
  );
}

/** Requests to both APIs. */
async function hostileRequests(
  ids: Record<string, (string | number)[]>,
): Promise<fc.Arbitrary<HostileRequest>> {
  const pdf = await validPdf({ text: 'hostile' });
  const options = { baseUrl: undefined, version: '0' };
  const unknown = 'unknown-token-of-someone';
  return fc.oneof(
    hostileSigningRequest(plain(publicDocument(options)), {
      token: publicToken,
      otherTokens: [managementToken, unknown],
      ids,
      pdf,
    }),
    hostileSigningRequest(plain(managementDocument(options)), {
      token: managementToken,
      otherTokens: [publicToken, unknown],
      ids,
      pdf,
    }),
  );
}

/** A document as its readers get it. */
function plain(document: object): ApiDocument {
  return JSON.parse(JSON.stringify(document)) as ApiDocument;
}

/** Records of both kinds in each state, with deposits and deliveries; their ids by path. */
async function givenRecords(env: Record<string, string>): Promise<Record<string, (string | number)[]>> {
  const webhook = await startRecordingServer((_request, response) => void response.end('REF'));
  const service = await startServiceProcess({ ...env, ...webhookEnv(webhook.url) });
  const ids: Record<Kind, number[]> = { conventions: [], avenants: [] };
  const deliveries: string[] = [];
  for (const kind of ['conventions', 'avenants'] as const) {
    for (let copy = 0; copy < 3; copy += 1) {
      const draft = await givenDraft(service, { kind });
      const signing = await givenInSigning(service, { kind });
      const signed = await givenInSigning(service, { kind, signatories: 1 });
      await deposit(service, signed.id, await validPdf({ text: 'signed' }), kind).expect(200);
      await service.vendor
        .patch(`/public/api/${kind}/${signed.id}/dates`)
        .send([dateOf(1)])
        .expect(200);
      ids[kind].push(draft.id, signing.id, signed.id);
      await eventually(async () => {
        for (const { id } of [signing, signed]) {
          const [delivery] = (await recordOf(service, id, kind)).deliveries;
          if (delivery?.state !== 'delivered') return false;
          deliveries.push(delivery.id);
        }
        return true;
      });
    }
  }
  await service.kill('SIGTERM');
  await webhook.stop();
  return {
    '/api/conventions/': ids.conventions,
    '/api/avenants/': ids.avenants,
    '/public/api/conventions/': ids.conventions,
    '/public/api/avenants/': ids.avenants,
    '/api/deliveries/': deliveries,
  };
}

/** Every error is a problem document; outside of the APIs a browser may be told by a page that nothing is there. */
function judge(request: HostileRequest, answer: HostileAnswer): string[] {
  const { status } = answer;
  const isRight =
    status < 400 ||
    request.method === 'HEAD' ||
    isProblem(answer) ||
    isOfTheParser(answer) ||
    isPageOfNowhere(request, answer);
  return isRight ? [] : [`answered ${status} without a problem document`];
}

function isPageOfNowhere({ target, headers }: HostileRequest, answer: HostileAnswer): boolean {
  return (
    answer.status === 404 &&
    String(answer.headers['content-type']).startsWith('text/html') &&
    headers.Authorization === undefined &&
    !/^\/(public\/)?api\//.test(target)
  );
}

function isProblem({ status, headers, text }: HostileAnswer): boolean {
  if (!String(headers['content-type']).startsWith('application/problem+json')) return false;
  const problem = JSON.parse(text) as Record<string, unknown>;
  const { type, title, detail } = problem;
  return (
    problem.status === status &&
    [type, title, detail].every((each) => typeof each === 'string' && each !== '')
  );
}
