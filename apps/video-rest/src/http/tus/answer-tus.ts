import type { Readable } from 'node:stream';
import * as rest from '@campus/rest';
import { fileTooLarge } from '@campus/service';
import { DataStore, type Locker, Server, Upload } from '@tus/server';
import { findUpload, type StoredUpload } from '../../data/uploads.ts';
import { appendToUpload } from '../../uploads/append-to-upload.ts';
import { completeUpload } from '../../uploads/complete-upload.ts';
import { joinUploads } from '../../uploads/join-uploads.ts';
import { discardUpload, expiryOf, openUpload } from '../../uploads/open-upload.ts';
import { UploadStop } from '../../uploads/upload-error.ts';
import { addresses, uploadAddress } from '../addresses.ts';
import type { Services } from '../resources/services.ts';
import { videos } from '../resources/videos.ts';
import { describeVideo } from './describe-video.ts';
import * as tus from './tus-headers.ts';

/** POST: a new upload, with its first bytes if it brings any; or one that is joined of others, which has them all. */
export async function createUpload(work: rest.Work<Services>): Promise<rest.Outcome> {
  tus.requireVersion(work.request);
  const ids = tus.joinedIds(work.request);
  if (ids !== undefined) return joinParts(work, ids);
  const store = new UploadStore(work);
  try {
    const headers = await answerOf(work, store, '');
    const upload = store.upload;
    if (upload === undefined) throw new Error('an upload was made that nobody knows');
    const made = await become(work, upload);
    return {
      status: 201,
      headers: { ...headers, ...made.headers, ...expiry(work, upload) },
      body: made.body,
    };
  } catch (error) {
    // Its client does not know of it, and will begin another one.
    if (store.upload !== undefined) await discardUpload(work.engine.services, store.upload.id);
    throw error;
  }
}

/** HEAD: how much of an upload is there. One that has all its bytes is completed, if nobody has done that yet. */
export async function tellOffset(work: rest.Work<Services>, id: string): Promise<rest.Outcome> {
  tus.requireVersion(work.request);
  const store = new UploadStore(work);
  const headers = await answerOf(work, store, id);
  const upload = await ownUpload(work, id);
  const { metadata, isPart, parts } = upload;
  const made = await become(work, upload);
  return {
    status: 200,
    headers: {
      ...headers,
      ...made.headers,
      ...(metadata !== '' && { 'Upload-Metadata': metadata }),
      ...(isPart && { 'Upload-Concat': 'partial' }),
      ...(parts.length > 0 && {
        'Upload-Concat': `final;${parts.map((part) => uploadAddress({ id: part })).join(' ')}`,
      }),
      ...expiry(work, upload),
    },
    body: undefined,
  };
}

/** PATCH: further bytes, and with the last of them the video. */
export async function appendBytes(work: rest.Work<Services>, id: string): Promise<rest.Outcome> {
  tus.requireVersion(work.request);
  tus.requireBytes(work.request);
  if ((await ownUpload(work, id)).parts.length > 0) throw new rest.Refusal('permission_denied');
  const store = new UploadStore(work);
  const headers = await answerOf(work, store, id);
  const upload = store.upload;
  if (upload === undefined) throw new Error('bytes came for an upload that nobody knows');
  const made = await become(work, upload);
  return {
    status: 204,
    headers: { ...headers, ...made.headers, ...expiry(work, upload) },
    body: undefined,
  };
}

/** DELETE: nothing of it is left but the video that it has become. */
export async function endUpload(work: rest.Work<Services>, id: string): Promise<rest.Outcome> {
  tus.requireVersion(work.request);
  return { status: 204, headers: await answerOf(work, new UploadStore(work), id), body: undefined };
}

async function joinParts(work: rest.Work<Services>, ids: readonly string[]): Promise<rest.Outcome> {
  const { engine, caller, base } = work;
  const header = tus.metadataIn(work.request);
  const upload = await joinUploads(engine.services, {
    ...{ ids, userId: caller.id, metadata: tus.withoutSecrets(header) },
    describe: (size) => describeVideo(work, { texts: tus.metadataOf(header), size }),
  });
  const made = await become(work, upload);
  const Location = `${base}${uploadAddress(upload)}`;
  return { status: 201, headers: { ...made.headers, Location }, body: made.body };
}

/** The video of an upload that has all its bytes, with its address; nothing as long as it has not, or is a part. */
async function become(
  work: rest.Work<Services>,
  { id, size, receivedBytes, values }: StoredUpload,
): Promise<{ headers: Record<string, string>; body: unknown }> {
  if (receivedBytes < size || values === null) return { headers: {}, body: undefined };
  const { engine, base } = work;
  const videoId = await completeUpload(engine.services, id).catch((error: unknown) => {
    throw (error instanceof rest.VanishedError && rest.asInvalid(error, videos)) || error;
  });
  const row: rest.Row | null = await engine
    .storeOf(videos.table)
    .find(videos.columns, [{ columns: ['id'], operator: 'equals', value: videoId }]);
  if (row === null) throw new UploadStop('no_upload');
  return {
    headers: { 'Content-Location': rest.objectUrl(base, videos.path, videoId) },
    body: rest.showRow(videos, row, rest.showContext(work)),
  };
}

/** Has the library judge the request by the protocol and do what it asks. @returns the headers of its answer */
async function answerOf(
  work: rest.Work<Services>,
  store: UploadStore,
  id: string,
): Promise<Record<string, string>> {
  const { request, response, base, engine } = work;
  const { maxUploadBytes } = engine.services;
  const failure: { error?: unknown } = {};
  const server = new Server({
    path: addresses.uploads,
    datastore: store,
    locker: store.locker,
    maxSize: maxUploadBytes,
    allowedOrigins: [],
    generateUrl: (_request, made) => `${base}${uploadAddress(made)}`,
    onResponseError: (_request, error) => {
      failure.error = error;
      return undefined;
    },
  });
  const headers = Object.entries(request.headers).filter(([name]) => spoken.test(name));
  const answered = await server.handleWeb(
    new Request(`http://localhost${id === '' ? addresses.uploads : uploadAddress({ id })}`, {
      method: request.method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    }),
  );
  if (answered.status < 400) return told(answered);
  // What is left of the body is not waited for.
  if (!request.complete) response.set('Connection', 'close');
  throw explained(failure.error ?? tus.malformed((await answered.text()).trim()), { store, maxUploadBytes });
}

/** What the library is told of a request. */
const spoken = /^(upload-(?!checksum|metadata)|tus-|content-(type|length)$)/;

function told(answered: Response): Record<string, string> {
  const ours = [...answered.headers].filter(([name]) => /^(location|upload-|cache-control)/.test(name));
  return Object.fromEntries(ours);
}

/** Our own errors as they are, those of the library in our words. */
function explained(
  error: unknown,
  { store, maxUploadBytes }: { store: UploadStore; maxUploadBytes: number },
): unknown {
  if (error instanceof Error) return error;
  const { status_code: status, body } = error as { status_code: number; body: string };
  switch (status) {
    case 404:
      return new UploadStop('no_upload');
    case 409:
      return new UploadStop('other_offset', { offset: store.upload?.receivedBytes ?? 0 });
    case 413:
      return store.upload === undefined
        ? fileTooLarge({ name: 'video', maxBytes: maxUploadBytes })
        : new UploadStop('too_many_bytes', { size: store.upload.size });
    default:
      return tus.malformed(body.trim());
  }
}

function expiry(
  { engine }: rest.Work<Services>,
  { receivedBytes, size }: StoredUpload,
): Record<string, string> {
  return receivedBytes < size ? { 'Upload-Expires': expiryOf(engine.services).toUTCString() } : {};
}

/** An upload of the caller. @throws UploadStop  `no_upload`, also for somebody else's; `expired` */
export async function ownUpload({ engine, caller }: rest.Work<Services>, id: string): Promise<StoredUpload> {
  const { db, now } = engine.services;
  const upload = /^[0-9a-f]{32}$/.test(id) ? await findUpload(db.prisma, id) : null;
  if (upload === null || upload.userId !== caller.id) throw new UploadStop('no_upload');
  if (upload.expiresAt < now()) throw new UploadStop('expired');
  return upload;
}

/**
 * What @tus/server works with to answer one request: our uploads, as this caller may use them.
 *
 * The bytes come straight from the socket: the library would make a stream of the web of it, and of that one of Node
 * again, and nobody could free the memory of a piece when it is written.
 */
class UploadStore extends DataStore {
  /** The one that the request is about, as soon as it is known. */
  upload: StoredUpload | undefined;
  private readonly work: rest.Work<Services>;
  private readonly wanted = new AbortController();
  private release: (() => Promise<void>) | undefined;

  constructor(work: rest.Work<Services>) {
    super();
    this.work = work;
    // As the library spells it; what it asks for it we do (`Upload-Concat`).
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'concatentation'];
  }

  /** Before the library asks for the upload: nobody holds one who has no right to it. */
  readonly locker: Locker = {
    newLock: (id) => ({
      lock: async () => {
        if (this.work.request.method === 'POST') return;
        await ownUpload(this.work, id);
        const { uploadLocks } = this.work.engine.services;
        this.release = await uploadLocks.take(id, () => this.wanted.abort());
        if (this.release === undefined) throw new UploadStop('taken_over');
      },
      unlock: async () => this.release?.(),
    }),
  };

  override async create(asked: Upload): Promise<Upload> {
    const { request, caller, engine } = this.work;
    const header = tus.metadataIn(request);
    const size = asked.size ?? 0;
    const texts = tus.metadataOf(header);
    const isPart = tus.isPartial(request);
    this.upload = await openUpload(engine.services, {
      userId: caller.id,
      size,
      isPart,
      metadata: tus.withoutSecrets(header),
      ...(isPart ? {} : await describeVideo(this.work, { texts, size })),
    });
    asked.id = this.upload.id;
    return asked;
  }

  override async getUpload(id: string): Promise<Upload> {
    this.upload = await ownUpload(this.work, id);
    return new Upload({ id, size: this.upload.size, offset: this.upload.receivedBytes });
  }

  override async write(piped: Readable, id: string, at: number): Promise<number> {
    piped.resume();
    const { request, engine } = this.work;
    const upload = this.upload;
    if (upload?.id !== id || upload.receivedBytes !== at)
      throw new Error(`${id} is written before it is read`);
    const { signal } = this.wanted;
    const size = await appendToUpload(engine.services, upload, {
      content: request,
      signal,
      checksum: tus.checksumOf(request),
      // With them goes the job that makes the video.
      beforeWhole: () => rest.askAgain(this.work),
    });
    if (signal.aborted && size < upload.size) throw new UploadStop('taken_over');
    this.upload = { ...upload, receivedBytes: size };
    return size;
  }

  override async remove(id: string): Promise<void> {
    await discardUpload(this.work.engine.services, id);
  }
}
