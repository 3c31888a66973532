/**
 * Where the body of an HTTP/1.1 answer ends; what it says is thrown away.
 *
 * @param piece  the next bytes of the body as they came
 * @returns      whether the body ends with them
 */
export type AnswerBody = (piece: Buffer) => boolean;

/**
 * @param head  of the answer, without the empty line
 * @throws Error  when it names neither a length nor chunks
 */
export function answerBody(head: string): AnswerBody {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bodyOfLength(Number(length));
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return bodyInChunks();
  throw new Error(`an answer without Content-Length and without chunks: ${head}`);
}

function bodyOfLength(length: number): AnswerBody {
  let missing = length;
  return (piece) => {
    missing -= piece.length;
    return missing <= 0;
  };
}

/** RFC 9112 §7.1, without trailers: Node sends none. */
function bodyInChunks(): AnswerBody {
  let sizeLine = '';
  /** Of the chunk that is being read, with the line end after it. */
  let missing = 0;
  return (piece) => {
    let at = 0;
    while (at < piece.length) {
      if (missing > 0) {
        const taken = Math.min(missing, piece.length - at);
        missing -= taken;
        at += taken;
        continue;
      }
      const end = piece.indexOf('\n', at);
      sizeLine += piece.toString('latin1', at, end === -1 ? piece.length : end + 1);
      if (end === -1) return false;
      at = end + 1;
      const line = sizeLine.trim();
      sizeLine = '';
      // The empty line after the last chunk.
      if (line === '') return true;
      const size = Number.parseInt(line, 16);
      missing = size === 0 ? 0 : size + 2;
    }
    return false;
  };
}
