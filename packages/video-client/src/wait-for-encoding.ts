import { answerOf, pause } from '@campus/client-core';
import type { Api, Encoding, Video } from './api.ts';

export interface WaitOptions {
  /** Hears where it stands, each time that is asked. */
  onProgress?: (encoding: Encoding) => void;
  /** How often to ask; 2,000 when not said. */
  everyMs?: number;
  /** Ends the waiting, not the encoding. */
  signal?: AbortSignal;
}

/** The encoding came to another end than a video that plays. */
export class EncodingFailed extends Error {
  /** The run that `failed` or was `cancelled`; undefined when none was asked for. */
  readonly encoding: Encoding | undefined;

  constructor(videoId: number, encoding: Encoding | undefined) {
    const how =
      encoding === undefined
        ? 'was never asked for'
        : `${encoding.state}: ${encoding.error ?? 'no reason is told'}`;
    super(`the encoding of video ${videoId} ${how}`);
    this.name = 'EncodingFailed';
    this.encoding = encoding;
  }
}

/** The video once its newest encoding is done. @throws EncodingFailed, ApiError, the reason of `signal` */
export async function waitForEncoding(
  api: Api,
  videoId: number,
  { onProgress, everyMs = 2_000, signal }: WaitOptions = {},
): Promise<Video> {
  const sent = signal === undefined ? {} : { signal };
  for (;;) {
    const query = { video: String(videoId), page_size: 1 };
    // The newest comes first.
    const { results } = await answerOf(api.GET('/rest/encodings/', { params: { query }, ...sent }));
    const [encoding] = results;
    if (encoding !== undefined) onProgress?.(encoding);
    if (encoding?.state === 'done')
      return answerOf(api.GET('/rest/videos/{id}/', { params: { path: { id: String(videoId) } }, ...sent }));
    if (encoding?.state !== 'queued' && encoding?.state !== 'running')
      throw new EncodingFailed(videoId, encoding);
    await pause(everyMs, signal);
  }
}
