/**
 * What the service is compared with: the same requests on `node:http` and prepared statements of `pg`, for one
 * kind of caller (a superuser with a token or a password), and without what makes a service (rights, checks of the input,
 * negotiation, languages, error answers, log lines, request ids). Started with an IPC channel; its one message is
 * JSON: the database's URL, and the folder for uploads.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { instance } from '../instance.ts';
import { readBroadcasters, setBroadcasterStatus } from './broadcasters.ts';
import { isKnownCaller } from './caller.ts';
import { sendDublinCore } from './dublin-core.ts';
import { receiveFile } from './receive-file.ts';
import { readTypes, readUsers } from './small-lists.ts';
import { readMediaKey, readVideo, readVideoPage } from './videos.ts';

const [message] = (await once(process, 'message')) as [string];
const { databaseUrl, folder } = JSON.parse(message) as { databaseUrl: string; folder: string };
process.on('disconnect', () => process.exit(0));
// Instants come out of the database in the form of the wire.
const options = `-c TimeZone=${instance.timeZone}`;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options });
pool.on('error', (error) => console.error(error));
const mediaKey = await readMediaKey(pool);

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, { detail: 'failed' });
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await isKnownCaller(pool, request.headers.authorization ?? '')))
    return send(response, 401, { detail: 'Invalid token.' });
  const { pathname, searchParams } = new URL(request.url ?? '', instance.baseUrl);
  const [, , resource, key] = pathname.split('/');
  switch (`${request.method} ${resource}`) {
    case 'GET videos': {
      if (key !== '') return send(response, 200, await readVideo(pool, { id: Number(key), mediaKey }));
      const page = Number(searchParams.get('page') ?? 1);
      return send(response, 200, await readVideoPage(pool, { page, mediaKey }));
    }
    case 'GET types':
      return send(response, 200, await readTypes(pool));
    case 'GET users':
      return send(response, 200, await readUsers(pool));
    case 'GET broadcasters':
      return send(response, 200, await readBroadcasters(pool));
    case 'PATCH broadcasters': {
      const { status } = (await json(request)) as { status: boolean };
      return send(response, 200, await setBroadcasterStatus(pool, { slug: key ?? '', status }));
    }
    case 'GET dublincore':
      return sendDublinCore(pool, response);
    case 'POST videos':
      return send(response, 201, { file: await receiveFile(request, folder) });
    default:
      return send(response, 404, { detail: 'Not found.' });
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
