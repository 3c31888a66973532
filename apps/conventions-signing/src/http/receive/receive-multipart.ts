import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import * as service from '@campus/service';
import type { Request } from 'express';
import type { ReceivedPdf } from '../../domain/signable.ts';
import { inMebibytes, maxJsonBytes, maxPdfBytes } from '../../wire/limits.ts';
import { askAgain } from './ask-again.ts';
import { InputError } from './input-error.ts';
import { type TemporaryFile, writeTemporaryFile } from './temporary-file.ts';
import type { Uploads } from './uploads.ts';

/** The parts of a multipart body: files by name, and the values of text parts by name. */
export interface Parts {
  files: Map<string, TemporaryFile>;
  texts: service.Texts;
}

interface FormOptions {
  uploads: Uploads;
  /** Whose turn at sending it takes. */
  caller: string;
  /** Names of the file parts with JSON, beside `doc` with the PDF. */
  json?: readonly string[];
  /** Of the text parts, each given once; absent: any, as often as they come. */
  texts?: readonly string[];
  /** Why the body must not be taken, if so: asked before each file, of the texts before it, and when all has come. */
  refuse?: (texts: service.Texts) => Error | undefined;
  /** How many text parts there may be, and how long each, and all of them. */
  textLimits?: { count: number; maxBytes: number; maxAllBytes: number };
}

/** Room for part headers and small text parts beside the files. */
const roomBytes = 64 * 1024;

/**
 * Receives a multipart body whose large file parts are streamed to disk, lends them to `use`, and lets go of
 * them whatever happens. Each name may come once; other names of file parts are refused.
 *
 * @throws InputError  `invalid_multipart`, `body_too_large`, `unsupported_media_type`
 * @throws BudgetSpentError; what `askAgain` throws
 */
export async function withMultipart<Result>(
  request: Request,
  options: FormOptions,
  use: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  const form = formOf(options);
  try {
    service.refuseByHeaders(request, form);
    const { uploads, caller, refuse } = options;
    const { files, texts } = await uploads.arriving.run(caller, () => receive(request, form));
    try {
      const error = refuse?.(texts);
      if (error !== undefined) throw error;
      checkTexts(texts, options);
      await askAgain(request);
      return await use({ files, texts });
    } finally {
      for (const file of files.values()) await file.close();
    }
  } catch (error) {
    throw error instanceof service.UploadError ? explain(error, form) : error;
  }
}

function formOf({
  uploads: { folder },
  json = [],
  refuse,
  textLimits = { count: 20, maxBytes: maxJsonBytes, maxAllBytes: maxJsonBytes },
}: FormOptions): service.MultipartOptions<TemporaryFile> {
  const part = (name: string, maxBytes: number) => ({
    name,
    maxBytes,
    write: (content: Readable) =>
      writeTemporaryFile(folder, content, {
        maxBytes,
        tooLarge: () => service.fileTooLarge({ name, maxBytes }),
      }),
    remove: (file: TemporaryFile) => file.close(),
  });
  const { count: fields, maxBytes: fieldSize, maxAllBytes } = textLimits;
  return {
    files: [part('doc', maxPdfBytes), ...json.map((name) => part(name, maxJsonBytes))],
    limits: { fieldSize, fields, fieldNameSize: 100, parts: fields + 10 },
    maxTextBytes: maxAllBytes,
    maxBodyBytes: maxPdfBytes + roomBytes + maxAllBytes + json.length * maxJsonBytes,
    refuse,
  };
}

/** A refused body is read to its end before the answer: many clients look for one only then. */
async function receive(request: Request, form: service.MultipartOptions<TemporaryFile>) {
  try {
    return await service.receiveMultipart(request, form);
  } catch (error) {
    if (request.readableDidRead) await finished(request.resume(), { writable: false }).catch(() => undefined);
    throw error;
  }
}

function explain(error: service.UploadError, { files }: service.MultipartOptions<TemporaryFile>): InputError {
  const { code, part, message, maxBytes } = error;
  switch (code) {
    case 'encoded':
      return new InputError('unsupported_media_type', message, { cause: error });
    case 'too_large': {
      const what = part === undefined || part === 'doc' ? 'PDF' : `part "${part}"`;
      return new InputError('body_too_large', `the ${what} is larger than ${inMebibytes(maxBytes)}`, {
        cause: error,
      });
    }
    case 'texts_too_large':
      return invalid(`the text part "${part}" is too long; a file part needs a file name`, error);
    case 'unexpected_file': {
      const names = files.map(({ name }) => name);
      return invalid(
        names.some((name) => name === part)
          ? `there are two file parts named "${part}"; send one`
          : `the file part is named "${part}"; its name must be "${names.join('" or "')}"`,
        error,
      );
    }
    case 'parts_refused':
      return invalid(`the multipart body cannot be taken: ${message}`, error);
    case 'malformed':
    case 'client_gone':
      return invalid(`the multipart body is broken: ${message}`, error);
  }
}

function invalid(message: string, cause?: unknown): InputError {
  return new InputError('invalid_multipart', message, { cause });
}

/** Where texts are read by name, one that is misspelt or given twice would be lost silently. */
function checkTexts(texts: service.Texts, { json = [], texts: known }: FormOptions): void {
  if (known === undefined) return;
  const expected = [...new Set(['doc', ...json, ...known])];
  for (const [name, { length }] of Object.entries(texts)) {
    if (!expected.includes(name))
      throw invalid(`the part "${name}" is not known here; the parts are ${expected.join(', ')}`);
    if (length > 1) throw invalid(`the part "${name}" is given twice; send it once`);
  }
}

/**
 * The PDF of the body: its file part `doc` (contract §4, `POST …/pdf`).
 *
 * @throws InputError  `invalid_multipart`
 */
export async function pdfIn({ files, texts }: Parts): Promise<ReceivedPdf> {
  const doc = files.get('doc');
  if (doc !== undefined) return { bytes: await doc.read(), sha256: doc.sha256, pointer: '/doc' };
  throw invalid(
    'doc' in texts
      ? 'the part "doc" has no file name, so it is a text; send it as a file part'
      : 'there is no file part named "doc"',
  );
}

/**
 * The JSON value of a part, which clients send as a text or as a file of type JSON; undefined without it.
 *
 * @throws InputError  `malformed_json`
 */
export async function jsonPart({ files, texts }: Parts, name: string): Promise<unknown> {
  const file = files.get(name);
  const text = file === undefined ? texts[name]?.[0] : Buffer.from(await file.read()).toString('utf8');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InputError('malformed_json', `the part "${name}" is not valid JSON`, { cause: error });
  }
}
