import { randomBytes } from 'node:crypto';

/** A body that is made while it is sent. */
export interface UploadBody {
  contentType: string;
  bytes: number;
  pieces(): Generator<Buffer>;
}

const boundary = 'the-boundary-of-the-benchmark';

/** Not to be compressed by any disk; the same piece over and over, so that making it costs nothing. */
const filling = randomBytes(2 ** 20);

/** What every video of the benchmark is made with. */
export const videoFields = { owner: '/rest/users/1/', type: '/rest/types/1/', title: 'Benchmark' };

/** The form that creates a video of what `videoBody` makes. */
export function uploadBody(clip: Buffer, videoBytes?: number): UploadBody {
  const parts = Object.entries(videoFields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const fileHead =
    `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="clip.mp4"\r\n` +
    'Content-Type: video/mp4\r\n\r\n';
  const head = Buffer.from(parts.join('') + fileHead);
  const video = videoBody(clip, videoBytes);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + video.bytes + tail.length,
    *pieces() {
      yield head;
      yield* video.pieces();
      yield tail;
    },
  };
}

/**
 * A video alone, as the requests of tus bring it.
 *
 * @param clip        an MP4
 * @param videoBytes  what the file grows to by a box `free` after the clip's own, as ISO/IEC 14496-12 §8.1.2 allows
 */
export function videoBody(clip: Buffer, videoBytes = clip.length): UploadBody {
  const freeBytes = Math.max(0, videoBytes - clip.length);
  const head = Buffer.concat([clip, boxHead(freeBytes)]);
  const fillingBytes = Math.max(0, freeBytes - boxHeadBytes);
  return {
    contentType: 'application/offset+octet-stream',
    bytes: head.length + fillingBytes,
    *pieces() {
      yield head;
      for (let missing = fillingBytes; missing > 0; missing -= filling.length)
        yield filling.subarray(0, missing);
    },
  };
}

/** The bytes of a body from `start` to before `end`. */
export function sliceOf({ contentType, pieces }: UploadBody, start: number, end: number): UploadBody {
  return {
    contentType,
    bytes: end - start,
    *pieces() {
      let at = 0;
      for (const piece of pieces()) {
        const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
        if (wanted.length > 0) yield wanted;
        at += piece.length;
      }
    },
  };
}

const boxHeadBytes = 16;

/** With a size of 64 bits, which holds above 4 GiB too. */
function boxHead(bytes: number): Buffer {
  if (bytes < boxHeadBytes) return Buffer.alloc(0);
  const head = Buffer.alloc(boxHeadBytes);
  head.writeUInt32BE(1);
  head.write('free', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(bytes), 8);
  return head;
}
