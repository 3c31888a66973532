import { createReadStream } from 'node:fs';
import { retryDeadlocks } from '@campus/database';
import {
  type ImportReport,
  InvalidInput,
  importLines,
  type LineFormat,
  type Outcome,
  type OwnRoute,
  parametersOf,
  Refusal,
  readLines,
  refer,
  requireKnown,
  schemaNamed,
  type Work,
} from '@campus/rest';
import { untilClosed } from '@campus/service';
import { whyFolderFails } from '../../storage/storage-error.ts';
import { addresses } from '../addresses.ts';
import { apiWords } from '../resources/api-words.ts';
import type { Services } from '../resources/services.ts';
import { toleratedParameters } from '../resources/tolerated-parameters.ts';
import { writeUpload } from '../uploads/receive-video.ts';
import { type Exchange, maxImportBytes } from './exchange.ts';

const formats: ReadonlyMap<string, LineFormat> = new Map([
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['application/json', 'jsonl'],
  ['text/csv', 'csv'],
]);

const whole = { all: true, lines: false } as const;

/** Objects that come as lines, as an export has them. */
export function importRoute(exchange: Exchange): OwnRoute<Services> {
  const act = (work: Work<Services>) => takeImport(exchange, work);
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
          ],
          requestBody: {
            required: true,
            content: Object.fromEntries(
              ['application/x-ndjson', 'text/csv'].map((type) => [type, { schema: { type: 'string' } }]),
            ),
          },
          answers: { description: 'what has become of the lines', schema: reportSchema },
          refusals: { 400: notWritten, 403: refer('Forbidden') },
        },
      },
    },
  };
}

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
const reportSchema = {
  type: 'object',
  required: [
    'dry_run',
    'written',
    'lines',
    'created',
    'updated',
    'unchanged',
    'refused',
    'problems',
    'changes',
  ],
  properties: {
    ...{ dry_run: { type: 'boolean' }, written: { type: 'boolean' } },
    ...{ lines: count, created: count, updated: count, unchanged: count, refused: count },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['line', 'resource', 'field', 'value', 'message'],
        properties: {
          line: count,
          resource: { type: ['string', 'null'] },
          field: text,
          value: text,
          message: text,
        },
      },
    },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['line', 'resource', 'does', 'object', 'fields'],
        properties: {
          ...{ line: count, resource: text, does: { type: 'string', enum: ['create', 'update'] } },
          ...{ object: text, fields: { type: 'array', items: text } },
        },
      },
    },
  },
};

/** What is asked is wrong, or a line. */
const notWritten = {
  description: 'nothing was written',
  content: {
    'application/json': {
      schema: { anyOf: [reportSchema, schemaNamed('FieldErrors'), schemaNamed('Detail')] },
    },
  },
};

async function takeImport(exchange: Exchange, work: Work<Services>): Promise<Outcome> {
  const { request, response, caller, engine } = work;
  const { storage } = engine.services;
  const options = optionsAsked(exchange, work);
  const format = formatOf(work);
  const path = storage.temporaryFile();
  try {
    await storage.requireFreeSpace(Number(request.headers['content-length'] ?? 0));
    const part = { name: 'body', maxBytes: maxImportBytes };
    await writeUpload(request, { path, part, storage }).catch((error: unknown) => {
      throw whyFolderFails(error);
    });
    const signal = untilClosed(response);
    const take = () =>
      importLines(importing(exchange, work), readLines(createReadStream(path), format), {
        ...options,
        signal,
      });
    // What was written before stays, of `write=lines`, and is told as unchanged then.
    const again = () => retryDeadlocks(take);
    const report: ImportReport = await exchange.imports.run(String(caller.id), again, { signal });
    return { status: report.written || options.isDryRun ? 200 : 400, headers: {}, body: report };
  } finally {
    await storage.removeTemporary(path);
  }
}

function importing({ store, travelling }: Exchange, work: Work<Services>) {
  const { engine, caller, language, base, request } = work;
  const { services, timeZone } = engine;
  return { store, travelling, services, caller, language, timeZone, base, requestHost: request.hostname };
}

/** @throws Refusal  415 */
function formatOf({ request }: Work<Services>): LineFormat {
  const given = request.headers['content-type'] ?? '';
  const format = formats.get(given.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const encoding = request.headers['content-encoding'];
  if (format !== undefined && (encoding === undefined || encoding === 'identity')) return format;
  throw new Refusal('unsupported_media_type', { values: { type: `${given} ${encoding ?? ''}`.trim() } });
}

/** @throws InvalidInput */
function optionsAsked({ travelling }: Exchange, { request }: Work<Services>) {
  const parameters = parametersOf(request);
  requireKnown(parameters, { filters: ['resource', 'write', 'dry_run'], tolerated: toleratedParameters });
  const resource = parameters.get('resource');
  const written = [...travelling].filter(([, { isWritten }]) => isWritten).map(([path]) => path);
  if (resource !== undefined && !written.includes(resource))
    throw new InvalidInput({
      resource: [{ code: 'no_such_resource', values: { known: written.join(', ') } }],
    });
  return {
    resource,
    isAllOrNothing: choiceIn(parameters, 'write', whole) ?? true,
    isDryRun: choiceIn(parameters, 'dry_run', { true: true, false: false }) ?? false,
  };
}

/** @throws InvalidInput */
function choiceIn<Value>(
  parameters: ReadonlyMap<string, string>,
  name: string,
  choices: Readonly<Record<string, Value>>,
): Value | undefined {
  const given = parameters.get(name);
  if (given === undefined) return undefined;
  if (Object.hasOwn(choices, given)) return choices[given];
  throw new InvalidInput({
    [name]: [
      { code: 'not_a_choice', values: { value: given } },
      { code: 'choices', values: { choices: Object.keys(choices).join(', ') } },
    ],
  });
}
