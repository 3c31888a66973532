import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Signatory } from '../src/document.ts';

export interface RecordedCall {
  method: string;
  path: string;
  authorization: string | undefined;
  /** What came as JSON. */
  json?: unknown;
  /** The file parts of a form. */
  files?: { part: string; bytes: Buffer }[];
}

/** The institution's public API as far as a vendor sees it: answers by the contract, writes down each call. */
export interface FakeInstitution {
  url: string;
  calls: RecordedCall[];
  /** The next calls of that method are answered so instead; the first answer first. */
  failNext(method: string, ...answers: { status: number; detail?: string }[]): void;
  stop(): Promise<void>;
}

export async function startFakeInstitution(document: {
  pdf: Uint8Array;
  workflowId?: string;
  signatory: (Signatory & { phone: string | null })[];
}): Promise<FakeInstitution> {
  const calls: RecordedCall[] = [];
  const failures: { method: string; status: number; detail?: string }[] = [];

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const type = request.headers['content-type'] ?? '';
    const call: RecordedCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
    };
    if (type.startsWith('application/json')) call.json = JSON.parse(body.toString());
    if (type.startsWith('multipart/form-data')) call.files = await filesOf(body, type);
    calls.push(call);

    const failing = failures.findIndex(({ method }) => method === call.method);
    const [failure] = failing === -1 ? [] : failures.splice(failing, 1);
    const answer = (status: number, content: unknown, contentType = 'application/json') =>
      response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(content));
    if (failure !== undefined) {
      const { status, detail } = failure;
      answer(status, { type: 'about:blank', title: 'Refused', status, detail }, 'application/problem+json');
    } else if (call.method === 'GET') {
      const metadata = {
        title: 'Convention de stage',
        companyname: 'Exemple Industries',
        school: 'Université d’Exemple',
        workflowId: document.workflowId ?? '',
        signatory: document.signatory,
        watchers: [],
      };
      answer(200, { pdf64: Buffer.from(document.pdf).toString('base64'), metadata });
    } else {
      answer(200, { message: 'OK' });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    failNext: (method, ...answers) => void failures.push(...answers.map((answer) => ({ method, ...answer }))),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function filesOf(body: Buffer, type: string): Promise<{ part: string; bytes: Buffer }[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const files = [];
  for (const [part, value] of form) {
    if (typeof value !== 'string') files.push({ part, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return files;
}
