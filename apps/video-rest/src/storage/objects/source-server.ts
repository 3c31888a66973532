import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { KeptObject } from '../../data/media-objects.ts';
import { randomName } from '../layout.ts';
import { StorageError } from '../storage-error.ts';
import { blockBytes } from './block-digests.ts';
import type { ObjectStore } from './object-store.ts';

/** Blocks of one source that are kept: ffmpeg reads pictures and sound from several places at once. */
const keptBlocks = 4;

/**
 * Serves objects to ffmpeg and ffprobe of this machine, which cannot sign. What they get is held against its SHA-256,
 * block by block; where the store fails for long, the connection breaks off.
 *
 * It listens on the loopback address, at paths that nobody can guess.
 */
export interface SourceServer {
  /**
   * Lets an object be read while `work` is at it.
   *
   * @throws StorageError  why it could not be read, whatever `work` made of it; else what `work` throws
   */
  whileServing<Result>(object: KeptObject, work: (address: string) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface Served {
  object: KeptObject;
  blocks: Map<number, Promise<Buffer>>;
  signal: AbortSignal;
  onFailure(error: StorageError): void;
}

export async function openSourceServer(objects: ObjectStore): Promise<SourceServer> {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    const source = served.get(request.url ?? '');
    if (source === undefined) response.writeHead(404).end();
    else void send(source, request, response);
  });
  // Else the processes of one service share one port, and each is asked for what another serves.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true }).unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function blockOf({ object, blocks, signal }: Served, index: number): Promise<Buffer> {
    const block = blocks.get(index) ?? objects.readBlock(object, index, signal);
    // The one that was asked for last is the last to go.
    blocks.delete(index);
    blocks.set(index, block);
    block.catch(() => blocks.delete(index));
    const [oldest = index] = blocks.keys();
    if (blocks.size > keptBlocks) blocks.delete(oldest);
    return block;
  }

  async function send(source: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { bytes } = source.object;
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(Number(range?.[2] || bytes - 1), bytes - 1);
    if (start > end && bytes > 0) return void response.writeHead(416).end();
    response.writeHead(range ? 206 : 200, {
      'Accept-Ranges': 'bytes',
      'Content-Length': end - start + 1,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
    });
    if (request.method === 'HEAD') return void response.end();
    // Whoever has read enough closes the connection.
    await pipeline(blocksOf(source, { start, end }), response).catch((error: unknown) => {
      if (error instanceof StorageError) source.onFailure(error);
    });
  }

  async function* blocksOf(source: Served, { start, end }: { start: number; end: number }) {
    const last = Math.floor(end / blockBytes);
    for (let index = Math.floor(start / blockBytes); index <= last; index += 1) {
      const block = await blockOf(source, index);
      if (index < last) blockOf(source, index + 1).catch(() => undefined);
      const from = index * blockBytes;
      yield block.subarray(Math.max(0, start - from), end + 1 - from);
    }
  }

  return {
    async whileServing(object, work) {
      const path = `/${randomName()}`;
      const ending = new AbortController();
      let failure: StorageError | undefined;
      const onFailure = (error: StorageError) => {
        failure ??= error;
      };
      served.set(path, { object, blocks: new Map(), signal: ending.signal, onFailure });
      const [outcome] = await Promise.allSettled([work(`http://127.0.0.1:${port}${path}`)]);
      served.delete(path);
      ending.abort();
      // A source that broke off looks damaged to ffmpeg, or shorter than it is.
      if (failure !== undefined) throw failure;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
