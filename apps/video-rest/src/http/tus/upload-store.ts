import type { Readable } from 'node:stream';
import type { Work } from '@campus/rest';
import { DataStore, type Locker, Upload } from '@tus/server';
import { findUpload, type StoredUpload } from '../../data/uploads.ts';
import { appendToUpload } from '../../uploads/append-to-upload.ts';
import { openUpload } from '../../uploads/open-upload.ts';
import { discardUpload } from '../../uploads/sweep-uploads.ts';
import { UploadStop } from '../../uploads/upload-error.ts';
import type { Services } from '../resources/services.ts';
import { describeVideo } from './describe-video.ts';
import { checksumOf, isPartial, metadataIn, metadataOf, withoutSecrets } from './tus-headers.ts';

/** An upload of the caller. @throws UploadStop  `no_upload`, also for somebody else's; `expired` */
export async function ownUpload({ engine, caller }: Work<Services>, id: string): Promise<StoredUpload> {
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
export class UploadStore extends DataStore {
  /** The one that the request is about, as soon as it is known. */
  upload: StoredUpload | undefined;
  private readonly work: Work<Services>;
  private readonly wanted = new AbortController();
  private release: (() => Promise<void>) | undefined;

  constructor(work: Work<Services>) {
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
    const header = metadataIn(request);
    const size = asked.size ?? 0;
    const texts = metadataOf(header);
    const isPart = isPartial(request);
    this.upload = await openUpload(engine.services, {
      userId: caller.id,
      size,
      isPart,
      metadata: withoutSecrets(header),
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
      checksum: checksumOf(request),
    });
    if (signal.aborted && size < upload.size) throw new UploadStop('taken_over');
    this.upload = { ...upload, receivedBytes: size };
    return size;
  }

  override async remove(id: string): Promise<void> {
    await discardUpload(this.work.engine.services, id);
  }
}
