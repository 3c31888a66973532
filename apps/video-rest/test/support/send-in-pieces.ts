import { eventually } from '@campus/testing';
import type { Person } from './service.ts';
import { beginUpload, sendPiece, tus } from './tus.ts';

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
  const path = await beginUpload(client, { size: bytes.length, texts });
  const each = Math.ceil(bytes.length / pieces);
  const sent: SentInPieces = { video: '', lost: 0, repeated: 0 };
  for (let at = 0; sent.video === ''; ) {
    const piece = bytes.subarray(at, at + each);
    const answer = await sendPiece(client, path, { bytes: piece, at }).catch(() => undefined);
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
      const head = await client.head(path).set(tus);
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
