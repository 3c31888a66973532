import type { ReceivedForm } from '@campus/rest';
import { listen, UploadError } from '@campus/service';
import { createVideoReceiver } from '../../src/http/uploads/receive-video.ts';
import type { Storage } from '../../src/storage/open-storage.ts';
import { StorageError } from '../../src/storage/storage-error.ts';

export interface UploadServer {
  url: string;
  /** What came through so far; its files stay until the test removes them. */
  received: ReceivedForm[];
  /** The codes of what was refused. */
  refused: string[];
  stop(): Promise<void>;
}

/** A real server that receives uploads: 200 with the fields, or 400 with the code of the refusal. */
export async function startUploadServer({
  storage,
  maxBytes,
  filePart = 'video',
}: {
  storage: Storage;
  maxBytes: number;
  filePart?: string | null;
}): Promise<UploadServer> {
  const receive = createVideoReceiver({ storage, maxBytes });
  const received: ReceivedForm[] = [];
  const refused: string[] = [];
  const { url, stop } = await listen(
    async (request, response) => {
      try {
        const upload = await receive(request, { filePart: filePart ?? undefined });
        received.push(upload);
        response.end(JSON.stringify({ fields: upload.fields, file: upload.file ?? null }));
      } catch (error) {
        const isExpected = error instanceof UploadError || error instanceof StorageError;
        const code = isExpected ? error.code : `unexpected: ${String(error)}`;
        refused.push(code);
        const { message, part } = error as UploadError;
        response.statusCode = 400;
        response.end(JSON.stringify({ code, message, part }));
      }
    },
    { host: '127.0.0.1', port: 0, lingerMs: 200 },
  );
  return { url, received, refused, stop };
}
