import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A document as it arrived in the parts `metadata` and `doc`. */
export interface Arrival {
  id: number;
  conventionId: number | null;
  title: string;
  signatories: number;
  pdf: Buffer;
}

/** A management API that keeps what it is told, for as long as the test runs. */
export interface SmallManagementApi extends AsyncDisposable {
  baseUrl: string;
  arrivals: Arrival[];
  /** Answers 503 from the POST of this number on (1 is the first); Infinity repairs it. */
  failFromPost(number: number): void;
}

interface Options {
  token: string;
  /** Few, so that a list takes several pages. */
  pageSize: number;
  /** Start of the addresses that the API gives for next pages; a proxy's, for instance. */
  publicUrl: string;
}

/** Starts it on a free port of this machine. */
export async function startSmallManagementApi(options: Options): Promise<SmallManagementApi> {
  const arrivals: Arrival[] = [];
  let posts = 0;
  let failing = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    const isRefused = request.method === 'POST' && ++posts >= failing;
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );

    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await buffer(request);
      if (request.headers.authorization !== `Bearer ${options.token}`) return send(response, 401, {});
      if (isRefused) return send(response, 503, { detail: 'the database is away' });
      const url = new URL(request.url ?? '/', options.publicUrl);
      const [, id, avenants] = /^\/api\/conventions(?:\/(\d+)(\/avenants)?)?$/.exec(url.pathname) ?? [];
      if (request.method === 'GET') {
        return send(response, 200, id === undefined ? list(url) : record(Number(id)));
      }
      const conventionId = avenants === undefined ? null : Number(id);
      send(response, 201, { id: await take(request, body, conventionId) });
    }
  });

  function list(url: URL): unknown {
    const offset = Number(url.searchParams.get('after') ?? 0);
    const agreements = arrivals.filter(({ conventionId }) => conventionId === null).toReversed();
    const results = agreements
      .slice(offset, offset + options.pageSize)
      .map(({ id, title }) => ({ id, title }));
    const end = offset + options.pageSize;
    const next =
      end < agreements.length ? new URL(`/api/conventions?after=${end}`, options.publicUrl).href : null;
    return { results, next };
  }

  function record(agreementId: number): unknown {
    const amendments = arrivals.filter(({ conventionId }) => conventionId === agreementId);
    return {
      id: agreementId,
      state: 'draft',
      round: 0,
      avenants: amendments.map(({ id, title }) => ({ id, title, state: 'draft' })),
    };
  }

  async function take(request: IncomingMessage, body: Buffer, conventionId: number | null): Promise<number> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const doc = form.get('doc');
    if (!(doc instanceof Blob)) throw new Error('doc must be a file part');
    const { title, signatory } = JSON.parse(String(form.get('metadata')));
    const id =
      1 + arrivals.filter((other) => (other.conventionId === null) === (conventionId === null)).length;
    const pdf = Buffer.from(await doc.arrayBuffer());
    arrivals.push({ id, conventionId, title, signatories: signatory.length, pdf });
    return id;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    arrivals,
    failFromPost: (number) => {
      posts = 0;
      failing = number;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
