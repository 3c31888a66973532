import { parse } from 'node:querystring';
import { callerOf } from '@campus/auth';
import { csvOf } from '@campus/pages';
import * as operations from '../../data/operations.ts';
import type { SignableFilter } from '../../data/signable-conditions.ts';
import { findStandings, findStandingsOf, type StandingOf } from '../../data/standings.ts';
import type { Scope } from '../../domain/scope.ts';
import { type SignableKind, signableKinds } from '../../domain/signable.ts';
import { beginOperation, maxRecords, refuseTooMany } from '../../operations/begin-operation.ts';
import { cancel, operationLimits, operationOf, ownAlone } from '../../operations/operations.ts';
import { apiListAddress, apiOperationAddress, segments } from '../../wire/api-addresses.ts';
import { InvalidInput } from '../../wire/check.ts';
import { operationInput } from '../../wire/inputs.ts';
import { operationOutput, operationPageOutput, reportOutput } from '../../wire/outputs.ts';
import { listQueries, operationsQuery, wholeOperationsQuery } from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { showOperation, showReported } from '../../wire/show-operation.ts';
import { absoluteAddress, withNext } from '../answer/page.ts';
import { askedPage } from '../asked/list-filter.ts';
import { queryIn } from '../asked/query-in.ts';
import { uuidIn } from '../asked/uuid-in.ts';
import type { Asked } from '../calls/call.ts';
import { header, json, type Named, ofJson, ofLookups, sent, sentJson } from '../calls/parts.ts';
import { InputError } from '../receive/input-error.ts';
import { askingOf, scopeOf } from '../scope/scope.ts';
import * as management from './management-call.ts';
import { operationColumns, reportColumns } from './table-columns.ts';

const operation: Named = {
  params: z.object({ id: z.uuid().openapi({ description: 'Of the operation' }) }),
  absent: ['operation_not_found', 'not_found'],
};

/** What is done to many records at once. */
export const operationCalls = [
  management.call('POST /operations', {
    summary: 'Send or erase many records',
    description: `Each record as it stands now, in the background, by the rules of sending or erasing it alone: one that moves on before its turn is refused. At most ${maxRecords} records; at a time ${operationLimits.underWayPerCaller} operations of one token.`,
    headers: management.idempotencyHeader,
    json: operationInput,
    answer: json('It is under way', operationOutput, {
      status: 202,
      headers: { Location: header('Where its progress is seen') },
    }),
    problems: [...ofJson, ...management.ofKey, ...ofLookups, 'too_many_records'],
    run: async (deps, { lookups, request, response, body }) => {
      const key = management.idempotencyKeyOf(request);
      const asked = await body();
      const { action, newRounds, reason = null } = asked;
      const actor = callerOf(request).fingerprint;
      const records = await recordsOf(deps, asked, { lookups, request });
      const show = (begun: operations.Operation) => showOperation(begun, deps.now());
      const begun = await beginOperation(deps, {
        action,
        newRounds,
        reason,
        actor,
        records,
        asked,
        key,
        show,
      });
      response.location(absoluteAddress(deps, request, apiOperationAddress(begun.id)));
      return begun;
    },
  }),
  management.call('GET /operations', {
    summary: 'Operations, the newest first',
    query: operationsQuery,
    answer: json('A page', operationPageOutput),
    problems: ofLookups,
    run: async (deps, { lookups, request, query }) => {
      const { page_size: size, before } = query();
      const page = await operations.listOperations(lookups, {
        before,
        size,
        by: ownAlone(askingOf(request)),
      });
      const { results, next } = withNext(page, { deps, request });
      return { results: results.map((one) => showOperation(one, deps.now())), next };
    },
  }),
  management.call('GET /operations.csv', {
    summary: 'All operations, as a table',
    ...management.table,
    query: wholeOperationsQuery,
    problems: [...management.ofFiles, ...ofLookups],
    run: async (deps, { lookups, request, response, query }) => {
      query();
      const by = ownAlone(askingOf(request));
      const pages = operations.pagesOfOperations(lookups, by);
      const lines = csvOf(pages, { columns: operationColumns(deps.now()), language: 'en' });
      await deps.exports.table(management.recipientOf(deps, request, response), {
        name: 'operations.csv',
        lines,
      });
    },
  }),
  management.call('GET /operations/{id}', {
    summary: 'How far an operation is',
    of: operation,
    answer: json('The operation', operationOutput),
    run: async (deps, { request }) => {
      const found = await operationOf(deps, uuidIn(request, 'operation'), ownAlone(askingOf(request)));
      return showOperation(found, deps.now());
    },
  }),
  management.call('GET /operations/{id}/report', {
    summary: 'What became of each of its records',
    of: operation,
    answer: sentJson('The report', reportOutput),
    problems: [...management.ofFiles, ...ofLookups],
    run: async (deps, asked) => {
      const { pages, recipient } = await reportedTo(deps, asked);
      await deps.exports.json(recipient, reportOf(pages));
    },
  }),
  management.call('GET /operations/{id}/report.csv', {
    summary: 'The same for spreadsheets',
    of: operation,
    answer: sent('The report', {
      'text/csv': {
        schema: z.string().openapi({ description: 'The same columns' }),
        example: 'kind,id,outcome,code,sentence,at\r\nconvention,1,done,sent,,2026-11-21T14:05:09.120Z\r\n',
      },
    }),
    problems: [...management.ofFiles, ...ofLookups],
    run: async (deps, asked) => {
      const { id, pages, recipient } = await reportedTo(deps, asked);
      const lines = csvOf(pages, { columns: reportColumns, language: 'en' });
      await deps.exports.table(recipient, { name: `operation-${id}.csv`, lines });
    },
  }),
  management.call('POST /operations/{id}/cancel', {
    summary: 'Leave alone what has no outcome yet',
    description: 'An operation that has ended stays as it is.',
    of: operation,
    answer: json('The operation', operationOutput),
    run: async (deps, { request }) => {
      const ended = await cancel(deps, { id: uuidIn(request, 'operation'), ...askingOf(request) });
      return showOperation(ended, deps.now());
    },
  }),
];

/** Those that the request names, or that its list shows, as they stand now. */
async function recordsOf(
  { db, timeZone }: management.ManagementDeps,
  { records, list: named = '' }: ReturnType<typeof operationInput.parse>,
  { lookups, request }: Pick<Asked, 'lookups' | 'request'>,
): Promise<StandingOf[]> {
  if (records !== undefined) {
    const refs = signableKinds.flatMap((kind) =>
      [...new Set(records[segments[kind]])].map((number) => ({ kind, number })),
    );
    refuseTooMany(refs.length);
    return findStandings(db.pool, refs, scopeOf(request));
  }
  const { kind, filter } = listNamedBy(named, { scope: scopeOf(request), timeZone });
  return findStandingsOf(lookups, kind, {
    ...filter,
    most: maxRecords,
  });
}

/** What became of each record, and who gets it. */
async function reportedTo(deps: management.ManagementDeps, { lookups, request, response }: Asked) {
  const { id } = await operationOf(deps, uuidIn(request, 'operation'), ownAlone(askingOf(request)));
  const pages = operations.pagesOfReported(lookups, id, scopeOf(request));
  return { id, pages, recipient: management.recipientOf(deps, request, response) };
}

async function* reportOf(pages: AsyncIterable<operations.ReportedRecord[]>): AsyncGenerator<string> {
  let before = '{"results":[';
  for await (const page of pages) {
    let text = '';
    for (const record of page) {
      text += before + JSON.stringify(showReported(record));
      before = ',';
    }
    yield text;
  }
  yield before === ',' ? ']}' : '{"results":[]}';
}

/**
 * What a list shows whose address stands in a body, on all of its pages.
 *
 * @param options  as of `askedPage`
 * @throws InvalidInput
 */
function listNamedBy(
  address: string,
  options: { scope: Scope; timeZone: string },
): { kind: SignableKind; filter: SignableFilter } {
  const [path, query = ''] = address.split(/\?(.*)/s);
  const kind = signableKinds.find((one) => path === apiListAddress(one));
  if (kind === undefined)
    throw refused(`must begin with ${signableKinds.map((one) => apiListAddress(one)).join(' or ')}`);
  const given = parse(query);
  for (const name of ['page_size', 'before'])
    if (name in given) throw refused(`must name the whole list: leave out ${name}`);
  try {
    return { kind, filter: askedPage(queryIn({ query: given }, listQueries[kind]), options).filter };
  } catch (error) {
    if (error instanceof InputError) throw refused(error.message);
    throw error;
  }
}

function refused(message: string): InvalidInput {
  return new InvalidInput('the body has 1 problem; nothing was changed', [{ pointer: '/list', message }]);
}
