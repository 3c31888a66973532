import { Readable } from 'node:stream';
import * as rest from '@campus/rest';
import type { Request } from 'express';
import { runAddress, runResultAddress } from '../addresses.ts';
import { createMediaStreams, sendObject } from '../media/send-object.ts';
import { refusals } from '../refusals.ts';
import { apiWords } from '../resources/api-words.ts';
import { runs } from '../resources/runs.ts';
import type { Services } from '../resources/services.ts';

const types = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} satisfies Record<rest.LineFormat, string>;

/** What is told of such a file before it comes. */
export function headOf({ name, format }: { name: string; format: rest.LineFormat }) {
  return {
    'Content-Type': types[format],
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'Cache-Control': 'no-store',
  };
}

/** Whether a client would rather not wait (RFC 7240 §4.1). */
export function prefersAsync(request: Request): boolean {
  return /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i.test(request.get('Prefer') ?? '');
}

/** A line of an export or import, in the OpenAPI document. */
export const lineExample = '{"resource":"types","title":"Lecture"}\n';

const linesOf = { 'application/x-ndjson': { schema: { type: 'string' }, example: lineExample } };

/** How lines are asked for, likewise. */
export const parameters = {
  as: {
    ...{ name: 'as', in: 'query', description: 'How lines stand in the file' },
    schema: { type: 'string', enum: ['jsonl', 'csv'], default: 'jsonl' },
  },
  prefer: {
    ...{ name: 'Prefer', in: 'header', schema: { type: 'string' } },
    description: '`respond-async`: it is done in the background (RFC 7240)',
  },
  key: {
    ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
    description: 'The same again within 24 hours is done once',
  },
};

/** What the OpenAPI document says of the answer `accepted`. */
export const acceptedAnswer = {
  description: 'it is done in the background; `Location` says how far it is',
  headers: { Location: { schema: { type: 'string', format: 'uri' } } },
  content: { 'application/json': { schema: rest.schemaNamed(runs.name.en) } },
};

/** It is done in the background, as a run. */
export async function accepted(work: rest.Work<Services>, id: number): Promise<rest.Outcome> {
  const { base } = work;
  const headers = { Location: `${base}${runAddress({ id })}`, 'Preference-Applied': 'respond-async' };
  const body = rest.showRow(runs, await runAt(work, String(id)), rest.showContext(work));
  return {
    status: 202,
    headers: prefersAsync(work.request) ? headers : { Location: headers.Location },
    body,
  };
}

/** What an export in the background has written. */
export function runResultRoute(): rest.OwnRoute<Services> {
  const streams = createMediaStreams();
  const act = (work: rest.Work<Services>) => sendResult(work, streams);
  return {
    path: runResultAddress({ id: '{id}' }),
    title: apiWords.result,
    methods: {
      HEAD: { may: () => true, changes: false, act },
      GET: {
        may: () => true,
        changes: false,
        act,
        described: {
          operationId: 'runs_result',
          tag: runs.path,
          summary: 'Read what an export in the background has written, whole or by Range',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          answers: {
            description: 'the objects, one on a line',
            type: 'application/x-ndjson',
            ...linesOf['application/x-ndjson'],
          },
          refusals: {
            206: { description: 'the bytes that `Range` asks for', content: linesOf },
            304: { description: 'the caller has it: `If-None-Match` names its `ETag`' },
            403: rest.refer('Forbidden'),
            [refusals.other_file.status]: rest.detail('`If-Match` names another one', refusals.other_file.en),
            [refusals.range_beyond_end.status]: rest.detail(
              'shorter than `Range` asks for',
              refusals.range_beyond_end.en,
            ),
          },
        },
      },
    },
  };
}

/** @throws Refusal  404 */
async function runAt({ engine, caller }: rest.Work<Services>, key: string): Promise<rest.Row> {
  const conditions = rest.conditionsAt(runs, { key, caller });
  const columns = [...runs.columns, 'asked', 'file'];
  const row = conditions && (await engine.storeOf(runs.table).find(columns, conditions));
  if (row === null) throw new rest.Refusal('no_such_object', { values: { model: runs.name.en } });
  return row;
}

async function sendResult(
  work: rest.Work<Services>,
  streams: ReturnType<typeof createMediaStreams>,
): Promise<rest.Outcome> {
  const { request, response, engine } = work;
  const { kind, file, resultBytes, endedAt, asked } = await runAt(work, String(request.params.id));
  if (kind === 'import' || resultBytes === null) throw new rest.Refusal(refusals.no_result);
  const { growing } = engine.services.storage;
  const object = {
    etag: `"${file}"`,
    bytes: Number(resultBytes),
    modifiedAt: endedAt as Date,
    read: (range: { start: number; end: number }) =>
      Readable.from(pieces(growing.contentOf(String(file), range))),
  };
  const { name, format } = JSON.parse(String(asked));
  response.setTimeout(rest.idleReaderMs, () => response.destroy());
  await sendObject(request, response, object, { headers: headOf({ name, format }), streams });
  return rest.ok(undefined);
}

async function* pieces(content: Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await content;
}
