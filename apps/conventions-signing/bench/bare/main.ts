/**
 * What the service is compared with: the same requests on `node:http` and `pg` as one would first write them,
 * with the same token check and the same rows written, and without what makes a service (checks of the input and of
 * the record, locks, PDF inspection, problem documents, log lines, request ids). Started with an IPC channel; its one
 * message is the database's URL, and `UPLOAD_FOLDER` says where it receives.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenFinder } from '@campus/auth';
import pg from 'pg';
import { createPdfInspector } from '../../src/pdf/inspect.ts';
import { managementToken, publicToken } from '../tokens.ts';
import { readCombined, readMetadata, readPdf } from './reads.ts';
import { readList, readRecord } from './records.ts';
import { register, sendForSignature, writeDates, writeDeposit } from './writes.ts';

const [databaseUrl] = (await once(process, 'message')) as [string];
process.on('disconnect', () => process.exit(0));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const inspector = createPdfInspector();
pool.on('error', (error) => console.error(error));

const findToken = tokenFinder([publicToken, managementToken]);

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, { message: 'failed' });
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (findToken(token) === undefined) return send(response, 401, { message: 'unknown token' });

  const url = request.url ?? '';
  const [, id, what] = /^(?:\/public)?\/api\/conventions\/(\d+)(?:\/([\w?]+))?$/.exec(url) ?? [];
  const number = Number(id);
  switch (`${request.method} ${what ?? ''}`) {
    case 'GET metadata':
      return send(response, 200, await readMetadata(pool, number));
    case 'GET pdf': {
      const bytes = await readPdf(pool, number);
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': bytes.length });
      response.end(bytes);
      return;
    }
    case 'GET ': {
      const before = Number(new URLSearchParams(url.split('?')[1]).get('before'));
      if (id === undefined) return send(response, 200, await readList(pool, before));
      const isPublic = url.startsWith('/public/');
      return send(response, 200, await (isPublic ? readCombined(pool, number) : readRecord(pool, number)));
    }
    case 'POST ':
      return send(response, 201, await register(pool, request));
    case 'POST signature':
      return send(response, 202, await sendForSignature(pool, number));
    case 'POST pdf?inspected':
      await writeDeposit(pool, { number, request, inspector });
      return send(response, 200, { message: 'OK' });
    case 'POST pdf':
      await writeDeposit(pool, { number, request });
      return send(response, 200, { message: 'OK' });
    case 'PATCH dates':
      await writeDates(pool, { number, request });
      return send(response, 200, { message: 'OK' });
    default:
      return send(response, 404, { message: 'not found' });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
