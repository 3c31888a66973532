import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  exportLines,
  filterConditions,
  gatherContext,
  InvalidInput,
  idleReaderMs,
  type Leaving,
  type LineFormat,
  type Outcome,
  type OwnRoute,
  ok,
  parametersOf,
  parseContext,
  Refusal,
  refer,
  requireKnown,
  showContext,
  type Work,
} from '@campus/rest';
import { untilClosed } from '@campus/service';
import { addresses } from '../addresses.ts';
import { apiWords } from '../resources/api-words.ts';
import type { Services } from '../resources/services.ts';
import { toleratedParameters } from '../resources/tolerated-parameters.ts';
import type { Exchange } from './exchange.ts';

const types = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} satisfies Record<LineFormat, string>;

/** Parameters of an export beside the filters of its resource. */
const own = ['resource', 'as'];

/** Objects as lines: those that the caller may list, as the filters say. */
export function exportRoute(exchange: Exchange): OwnRoute<Services> {
  const act = (work: Work<Services>) => sendExport(exchange, work);
  return {
    path: addresses.export,
    title: apiWords.export,
    methods: {
      GET: {
        may: () => true,
        changes: false,
        act,
        described: {
          operationId: 'export',
          summary: 'Export objects as lines of JSON, or those of one resource as CSV',
          parameters: [
            {
              name: 'resource',
              in: 'query',
              description:
                'One of them, with the filters of its list; several with commas between; absent: all that can be imported',
              schema: { type: 'string' },
            },
            { name: 'as', in: 'query', schema: { type: 'string', enum: ['jsonl', 'csv'], default: 'jsonl' } },
          ],
          answers: {
            description: 'the objects, one on a line',
            type: 'application/x-ndjson',
            schema: { type: 'string' },
          },
          refusals: { 400: refer('Invalid'), 403: refer('Forbidden') },
        },
      },
    },
  };
}

async function sendExport(exchange: Exchange, work: Work<Services>): Promise<Outcome> {
  const { response, caller } = work;
  const format = formatAsked(work);
  const leaving = await leavingOf(exchange, work, format);
  const context = { ...showContext(work), base: '' };
  const gather = gatherContext({ ...work, format: 'json' });
  const signal = untilClosed(response);
  const send = () =>
    exchange.store.snapshot(async (rows) => {
      signal.throwIfAborted();
      const name = leaving.length === 1 ? leaving[0]?.travelling.resource.path : 'all';
      response.status(200).set({
        'Content-Type': types[format],
        'Content-Disposition': `attachment; filename="${name}.${format}"`,
        'Cache-Control': 'no-store',
      });
      response.setTimeout(idleReaderMs, () => response.destroy());
      await pipeline(Readable.from(exportLines(leaving, { format, rows, context, gather })), response);
    });
  await exchange.exports.run(String(caller.id), send, { signal });
  return ok(undefined);
}

/** @throws InvalidInput */
function formatAsked({ request }: Work<Services>): LineFormat {
  const given = parametersOf(request).get('as') ?? 'jsonl';
  if (given === 'jsonl' || given === 'csv') return given;
  throw new InvalidInput({
    as: [
      { code: 'not_a_choice', values: { value: given } },
      { code: 'choices', values: { choices: 'jsonl, csv' } },
    ],
  });
}

/**
 * What is asked for, each after what it refers to.
 *
 * @throws InvalidInput, Refusal
 */
async function leavingOf(
  { travelling }: Exchange,
  work: Work<Services>,
  format: LineFormat,
): Promise<Leaving<Services>[]> {
  const { request, caller } = work;
  const parameters = parametersOf(request);
  const asked = parameters
    .get('resource')
    ?.split(',')
    .map((name) => name.trim());
  const unknown = asked?.filter((name) => !travelling.has(name)) ?? [];
  const known = [...travelling.keys()].join(', ');
  if (unknown.length > 0)
    throw new InvalidInput({ resource: [{ code: 'no_such_resource', values: { known } }] });
  const mayList = (path: string) => travelling.get(path)?.resource.rights.may(caller, 'list') === true;
  if (asked?.some((path) => !mayList(path))) throw new Refusal('permission_denied');
  const chosen = [...travelling].filter(([path, { isWritten }]) =>
    asked === undefined ? isWritten && mayList(path) : asked.includes(path),
  );
  if (format === 'csv' && chosen.length !== 1)
    throw new InvalidInput({ resource: [{ code: 'one_resource' }] });
  const single = chosen.length === 1 ? chosen[0]?.[1].resource : undefined;
  requireKnown(parameters, {
    filters: [...own, ...(single?.filters.keys() ?? [])],
    tolerated: toleratedParameters,
  });
  const filters = single === undefined ? [] : await filterConditions(request, single, parseContext(work));
  return chosen.map(([, one]) => {
    const { rights } = one.resource;
    return {
      travelling: one,
      conditions: [...(rights.lists?.(caller) ?? rights.sees(caller)), ...filters],
    };
  });
}
