import type { Request, Response } from 'express';
import multer from 'multer';
import type { ReceivedPdf } from '../../signing/signable.ts';
import { InputError } from '../answer/input-error.ts';
import { inMebibytes, maxJsonBytes, maxPdfBytes } from './limits.ts';
import {
  readTemporaryFile,
  type TemporaryFile,
  UploadFolderError,
  writeTemporaryFile,
} from './temporary-file.ts';
import type { Uploads } from './uploads.ts';

type StoredFile = Express.Multer.File & { stored: TemporaryFile };

/** The parts of a multipart body: files on disk by name, and text parts by name. */
export interface Parts {
  files: Map<string, TemporaryFile>;
  texts: Map<string, string>;
}

interface MultipartOptions {
  uploads: Uploads;
  /** Whose turn at sending it takes. */
  caller: string;
  /** Of the file parts. */
  names: readonly string[];
  /** Of the text parts; absent: any, and those given twice are left out. */
  texts?: readonly string[];
  /** Why the body must not be taken, if so: asked before each file, of the texts before it, and when all has come. */
  refuse?: () => Error | undefined;
  /** How many text parts there may be, and how long each. */
  textLimits?: { count: number; maxBytes: number };
}

/**
 * Receives a multipart body whose file parts are streamed to disk, lends them to `use`, and lets go of
 * them whatever happens. Each name may come once; other names of file parts are refused.
 *
 * @throws InputError  `invalid_multipart`, `body_too_large`
 * @throws BudgetSpentError
 */
export async function withMultipart<Result>(
  request: Request,
  response: Response,
  options: MultipartOptions,
  use: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  refuseEncoding(request);
  refuseDeclaredLength(request, options.names.length);
  const files = new Map<string, TemporaryFile>();
  try {
    await options.uploads.arriving.run(options.caller, () => receive(request, response, options));
    for (const file of (request.files ?? []) as StoredFile[]) files.set(file.fieldname, file.stored);
    const refusal = options.refuse?.();
    if (refusal !== undefined) throw refusal;
    const texts = textsOf(request, options);
    return await use({ files, texts });
  } finally {
    for (const { handle } of files.values()) await handle.close();
  }
}

/** A compressed body would be taken for its own parts. */
function refuseEncoding({ headers }: Request): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new InputError(
    'unsupported_media_type',
    `send the multipart body as it is, without Content-Encoding ${encoding}`,
  );
}

/** Room for part headers and small text parts beside the files. */
const roomBytes = 64 * 1024;

function refuseDeclaredLength(request: Request, parts: number): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxPdfBytes + roomBytes + (parts - 1) * maxJsonBytes) throw pdfTooLarge();
}

function pdfTooLarge(cause?: unknown): InputError {
  return new InputError('body_too_large', `the PDF is larger than ${inMebibytes(maxPdfBytes)}`, { cause });
}

async function receive(
  request: Request,
  response: Response,
  {
    uploads: { folder },
    names,
    refuse,
    textLimits = { count: 20, maxBytes: maxJsonBytes },
  }: MultipartOptions,
): Promise<void> {
  const seen = new Set<string>();
  const middleware = multer({
    storage: {
      _handleFile(_request, file, done) {
        writeTemporaryFile(folder, file.stream).then(
          (stored) => done(null, { stored } as Partial<StoredFile>),
          (error: unknown) => done(error),
        );
      },
      _removeFile(_request, file, done) {
        (file as StoredFile).stored.handle.close().then(() => done(null), done);
      },
    },
    limits: {
      fileSize: maxPdfBytes,
      fieldSize: textLimits.maxBytes,
      fields: textLimits.count,
      fieldNameSize: 100,
      parts: textLimits.count + 10,
    },
    fileFilter(_request, { fieldname }, accept) {
      const refusal = refuse?.();
      if (refusal !== undefined) return accept(refusal);
      if (!names.includes(fieldname)) {
        return accept(
          invalid(`the file part is named "${fieldname}"; its name must be "${names.join('" or "')}"`),
        );
      }
      if (seen.has(fieldname))
        return accept(invalid(`there are two file parts named "${fieldname}"; send one`));
      seen.add(fieldname);
      accept(null, true);
    },
  }).any();
  await new Promise<void>((resolve, reject) => {
    middleware(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(translate(error));
    });
  });
}

function invalid(message: string, cause?: unknown): InputError {
  return new InputError('invalid_multipart', message, { cause });
}

function translate(error: unknown): unknown {
  if (error instanceof UploadFolderError) return error;
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return pdfTooLarge(error);
    if (error.code === 'LIMIT_FIELD_VALUE') {
      return invalid(`the text part "${error.field}" is too long; a file part needs a file name`, error);
    }
    return invalid(`the multipart body cannot be taken: ${error.message}`, error);
  }
  // What busboy says of a broken body carries no code; what the disk says does.
  if (error instanceof Error && !(error instanceof InputError) && !('code' in error)) {
    return invalid(`the multipart body is broken: ${error.message}`, error);
  }
  return error;
}

/** The text parts; where they are read, one that is misspelt or given twice would be lost silently. */
function textsOf(request: Request, { names, texts: known }: MultipartOptions): Map<string, string> {
  const expected = known === undefined ? undefined : [...new Set([...names, ...known])];
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries((request.body ?? {}) as Record<string, unknown>)) {
    if (expected !== undefined && !expected.includes(name)) {
      throw invalid(`the part "${name}" is not known here; the parts are ${expected.join(', ')}`);
    }
    if (typeof value === 'string') texts.set(name, value);
    else if (expected !== undefined) throw invalid(`the part "${name}" is given twice; send it once`);
  }
  return texts;
}

/**
 * The PDF of the body: its file part `doc` (contract §4, `POST …/pdf`).
 *
 * @throws InputError  `invalid_multipart`
 */
export async function pdfIn({ files, texts }: Parts): Promise<ReceivedPdf> {
  const doc = files.get('doc');
  if (doc !== undefined) return { bytes: await readTemporaryFile(doc), sha256: doc.sha256, pointer: '/doc' };
  throw invalid(
    texts.has('doc')
      ? 'the part "doc" has no file name, so it is a text; send it as a file part'
      : 'there is no file part named "doc"',
  );
}
