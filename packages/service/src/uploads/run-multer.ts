import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable, type Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';

/** How many parts there may be, and how long a text and a name. */
export interface PartLimits extends NonNullable<multer.Options['limits']> {
  /** Of one text, in bytes. */
  fieldSize: number;
}

/**
 * Runs multer over a body that the caller feeds to its parser; resolves when every part has been taken.
 *
 * multer (2.5) reads a refused body to its end before it says so: 20 GiB, should the client go on. So it is given a
 * request that has ended already, with the same headers. When a release answers a refusal at once, this file can go,
 * and multer be given the request itself.
 *
 * @param run.accept  for each file part; undefined: yes, else why not
 * @param run.write   takes the content of an accepted file part, named as its sender has it, and removes what it
 *   wrote when it fails
 * @param run.feed    pipes the body into the parser
 * @throws MulterError, the refusal of `accept`, what `write` throws, and what the parser is destroyed with
 */
export async function runMulter(
  headers: IncomingHttpHeaders,
  {
    limits,
    accept,
    write,
    feed,
  }: {
    limits: PartLimits;
    accept: (part: string) => Error | undefined;
    write: (part: string, content: Readable, fileName: string) => Promise<void>;
    feed: (parser: Writable) => void;
  },
): Promise<void> {
  const ended = Readable.from([]).resume();
  await once(ended, 'close');
  const options = {
    storage: {
      _handleFile(_request, { fieldname, stream, originalname }, done) {
        write(fieldname, stream, originalname).then(() => done(null, {}), done);
      },
      _removeFile: (_request, _file, done) => done(null),
    },
    limits,
    // As browsers, curl and others write names of files (RFC 7578 §5.1).
    defParamCharset: 'utf8',
    fileFilter(_request, { fieldname }, done) {
      const refusal = accept(fieldname);
      if (refusal === undefined) done(null, true);
      else done(refusal);
    },
    streamHandler: (_request: unknown, parser: Writable) => feed(parser),
  } satisfies multer.Options & { streamHandler: unknown };
  await new Promise<void>((resolve, reject) => {
    // Of a request multer reads the headers and the stream, of the response nothing.
    const bodiless = Object.assign(ended, { headers }) as unknown as Request;
    multer(options).any()(bodiless, {} as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}
