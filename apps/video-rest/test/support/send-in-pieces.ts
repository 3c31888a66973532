import { eventually } from '@campus/testing';
import type { Person } from './service.ts';

const version = { 'Tus-Resumable': '1.0.0' };

/** An upload in pieces, as its client sees it. */
export interface SentInPieces {
  /** Address of the video that it became. */
  video: string;
  /** Bytes that were acknowledged, and missing when the client asked again. */
  lost: number;
  /** Pieces without an answer, or with another than that they were kept. */
  repeated: number;
}

/**
 * Uploads a film in pieces as clients do: after a piece without its acknowledgement they ask how much has come, and go
 * on from there.
 *
 * @param options.type     address of the type of the video
 * @param options.onPiece  told after each piece that was acknowledged
 */
export async function sendInPieces(
  { client, url: owner }: Pick<Person, 'client' | 'url'>,
  { bytes, pieces, type, onPiece = () => {} }: SentFilm,
): Promise<SentInPieces> {
  const texts = { filename: 'film.mp4', title: 'Film', type, owner };
  const metadata = Object.entries(texts).map(
    ([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`,
  );
  const { headers } = await client
    .post('/rest/uploads/')
    .set({ ...version, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata.join(',') })
    .expect(201);
  const { pathname } = new URL(String(headers.location));
  const each = Math.ceil(bytes.length / pieces);
  const sent: SentInPieces = { video: '', lost: 0, repeated: 0 };
  for (let at = 0; sent.video === ''; ) {
    const answer = await client
      .patch(pathname)
      .set({ ...version, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(at) })
      .send(bytes.subarray(at, at + each))
      .catch(() => undefined);
    if (answer?.status === 204) {
      at = Number(answer.headers['upload-offset']);
      sent.video = answer.headers['content-location'] ?? '';
      onPiece();
      continue;
    }
    if (answer !== undefined && answer.status !== 503)
      throw new Error(`a piece was answered ${answer.status}: ${answer.text}`);
    sent.repeated += 1;
    const there = await eventually(async () => {
      const head = await client.head(pathname).set(version);
      return head.status === 200 && Number(head.headers['upload-offset']);
    });
    sent.lost += Math.max(0, at - there);
    at = there;
  }
  return sent;
}

interface SentFilm {
  bytes: Buffer;
  pieces: number;
  type: string;
  onPiece?: () => void;
}
