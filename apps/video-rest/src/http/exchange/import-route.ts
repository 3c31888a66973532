import { createHash, type Hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryDeadlocks } from '@campus/database';
import * as rest from '@campus/rest';
import { UploadError, untilClosed } from '@campus/service';
import { findRun } from '../../data/runs.ts';
import { beginImport, beginImportOf } from '../../runs/begin-run.ts';
import { whyFolderFails } from '../../storage/storage-error.ts';
import { piecesOf } from '../../storage/whole-file.ts';
import { addresses } from '../addresses.ts';
import { refusals } from '../refusals.ts';
import { apiWords } from '../resources/api-words.ts';
import { importReport } from '../resources/import-report-schema.ts';
import type { Services } from '../resources/services.ts';
import { writeUpload } from '../uploads/receive-video.ts';
import { type Exchange, maxImportBytes } from './exchange.ts';
import * as runs from './run-routes.ts';

const formats: ReadonlyMap<string, rest.LineFormat> = new Map([
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['application/json', 'jsonl'],
  ['text/csv', 'csv'],
]);

/** As long as an import is waited for whose client does not want it in the background. */
const waitedMs = 60_000;

/** Objects that come as lines, as an export has them. */
export function importRoute(exchange: Exchange): rest.OwnRoute<Services> {
  const act = (work: rest.Work<Services>) => takeImport(exchange, work);
  const boolean = { type: 'boolean', default: false };
  return {
    path: addresses.import,
    title: apiWords.import,
    methods: {
      POST: {
        may: () => true,
        changes: true,
        readsBody: true,
        act,
        described: {
          operationId: 'import',
          tag: 'exchange',
          summary: 'Import objects from lines, as an export has them: each is created, or changed',
          parameters: [
            {
              ...{ name: 'resource', in: 'query', schema: { type: 'string' } },
              description: 'Of lines that do not say theirs, as those of a table',
            },
            {
              ...{
                name: 'write',
                in: 'query',
                schema: { type: 'string', enum: ['all', 'lines'], default: 'all' },
              },
              description: 'all: with one problem nothing is written; lines: every line that has none is',
            },
            {
              ...{ name: 'dry_run', in: 'query', schema: boolean },
              description: 'Nothing is written; the report says what would be',
            },
            {
              ...{ name: 'upload', in: 'query', schema: { type: 'string' } },
              description:
                'Id or address of an upload in pieces that was sent as `partial`, in place of a body: it is imported in the background',
            },
            runs.parameters.as,
            runs.parameters.prefer,
            runs.parameters.key,
          ],
          requestBody: {
            required: false,
            content: {
              'application/x-ndjson': { schema: { type: 'string' }, example: runs.lineExample },
              'text/csv': { schema: { type: 'string' }, example: 'resource,title\ntypes,Lecture\n' },
            },
          },
          answers: { description: 'what has become of the lines', schema: importReport },
          refusals: {
            202: runs.acceptedAnswer,
            400: notWritten,
            403: rest.refer('Forbidden'),
            422: rest.refer('Reused'),
          },
        },
      },
    },
  };
}

/** What is asked is wrong, or a line. */
const notWritten = {
  description: 'nothing was written',
  content: {
    'application/json': {
      schema: { anyOf: [importReport, rest.schemaNamed('FieldErrors'), rest.schemaNamed('Detail')] },
    },
  },
};

async function takeImport(exchange: Exchange, work: rest.Work<Services>): Promise<rest.Outcome> {
  const { request, response, caller, engine, language, base } = work;
  const { services } = engine;
  const { upload, ...options } = optionsAsked(exchange, work);
  const asked = { ...options, language, base };
  const key = rest.repeatKeyOf({ isRepeatable: true }, request);
  const of = { actor: caller.id, asked, key };
  if (upload !== undefined)
    return runs.accepted(work, await beginImport(services, { ...of, uploadId: upload }));
  const path = services.storage.temporaryFile();
  try {
    const hash = createHash('sha256');
    const size = await receive(work, { path, hash });
    await rest.askAgain(work);
    if (key !== undefined || runs.prefersAsync(request)) {
      const id = await beginImportOf(services, { ...of, file: { path, size, sha256: hash.digest('hex') } });
      return runs.prefersAsync(request) ? runs.accepted(work, id) : settled(work, id);
    }
    const signal = untilClosed(response);
    const take = () =>
      rest.importLines(
        importing(exchange, work),
        rest.readLines(piecesOf(path, { why: whyFolderFails }), asked.format),
        { ...options, signal },
      );
    // What was written before stays, of `write=lines`, and is told as unchanged then.
    const again = () => retryDeadlocks(take);
    return told(await exchange.imports.run(String(caller.id), again, { signal }));
  } finally {
    await services.storage.removeTemporary(path);
  }
}

/** Takes the lines that a request brings. @returns how many bytes they are */
async function receive(
  { request, engine }: rest.Work<Services>,
  into: { path: string; hash: Hash },
): Promise<number> {
  const { storage } = engine.services;
  await storage.requireFreeSpace(Number(request.headers['content-length'] ?? 0));
  const part = { name: 'body', maxBytes: maxImportBytes };
  return writeUpload(request, { ...into, part, storage }).catch((error: unknown) => {
    // Nobody is left to be told.
    if (request.errored && !(error instanceof UploadError))
      throw new UploadError('client_gone', 'the client went away', { cause: error });
    throw whyFolderFails(error);
  });
}

/** What has become of an import in the background, once it is over; that it is not, after as long as clients wait. */
async function settled(work: rest.Work<Services>, id: number): Promise<rest.Outcome> {
  const { db } = work.engine.services;
  const signal = untilClosed(work.response);
  for (const until = Date.now() + waitedMs; Date.now() < until; ) {
    const run = await findRun(db.pool, id);
    if (run?.failure != null)
      return { status: run.failureStatus ?? 400, headers: {}, body: { detail: run.failure } };
    if (run?.report != null) return told(JSON.parse(run.report));
    if (run?.endedAt !== null) break;
    await sleep(100, undefined, { signal });
  }
  return runs.accepted(work, id);
}

function told(report: rest.ImportReport): rest.Outcome {
  return { status: report.written || report.dry_run ? 200 : 400, headers: {}, body: report };
}

function importing({ store, travelling }: Exchange, work: rest.Work<Services>) {
  const { engine, caller, language, base, request } = work;
  const { services, timeZone, explain } = engine;
  const requestHost = request.hostname;
  return { store, travelling, services, caller, language, timeZone, base, requestHost, explain };
}

/** @throws Refusal  415 */
function formatOf({ request }: rest.Work<Services>): rest.LineFormat {
  const given = request.headers['content-type'] ?? '';
  const format = formats.get(given.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const encoding = request.headers['content-encoding'];
  if (format !== undefined && (encoding === undefined || encoding === 'identity')) return format;
  const types = [...formats.keys()].join(', ');
  throw new rest.Refusal(refusals.no_lines, {
    values: { type: `${given} ${encoding ?? ''}`.trim(), types },
    headers: { Accept: types },
  });
}

/** @throws InvalidInput */
function optionsAsked({ travelling }: Exchange, work: rest.Work<Services>) {
  const parameters = rest.parametersOf(work.request);
  const filters = ['resource', 'write', 'dry_run', 'upload', 'as'];
  rest.requireKnown(parameters, { filters, tolerated: work.engine.toleratedParameters });
  const resource = parameters.get('resource');
  const written = rest.writtenIn(travelling);
  if (resource !== undefined && !written.includes(resource)) throw rest.noSuchResource(written);
  const upload = parameters.get('upload');
  const as = rest.choiceIn(parameters, 'as', rest.lineFormats);
  return {
    resource,
    // Its address, or its id.
    upload: upload?.replace(/\/$/, '').split('/').at(-1),
    format: upload === undefined ? formatOf(work) : (as ?? 'jsonl'),
    isAllOrNothing: rest.choiceIn(parameters, 'write', ['all', 'lines']) !== 'lines',
    isDryRun: rest.choiceIn(parameters, 'dry_run', ['true', 'false']) === 'true',
  };
}
