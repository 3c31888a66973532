import { findHistory, pagesOfHistory } from '../../data/history.ts';
import { findSignable, seenIn } from '../../data/signables.ts';
import type { SignableKind } from '../../domain/signable.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { erase } from '../../signing/erase.ts';
import { replaceDraft } from '../../signing/replace-draft.ts';
import { segments } from '../../wire/api-addresses.ts';
import { reasonInput } from '../../wire/inputs.ts';
import { historyOutput, recordOutput } from '../../wire/outputs.ts';
import { historyQuery } from '../../wire/queries.ts';
import { showEvent, showRecord } from '../../wire/show.ts';
import { filePrefixes } from '../../wire/words.ts';
import { csvOf } from '../answer/csv.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl } from '../answer/send-document.ts';
import { refIn } from '../asked/ref-in.ts';
import { done, header, json, ofJson, record, sentJson } from '../calls/parts.ts';
import { askingOf, scopeOf } from '../scope/program-scope.ts';
import { knownIn, knownRefIn } from './known-record.ts';
import { call, ofFiles, table } from './management-call.ts';
import { ofRegistration, registrationBody, withRegistration } from './receive-registration.ts';
import { tagOf } from './record-tag.ts';
import { recipientOf } from './still-open.ts';
import { historyColumns } from './table-columns.ts';

/** One of them: shown, replaced and erased. */
export const recordCalls = (kind: SignableKind) => [
  show(kind),
  history(kind),
  historyTable(kind),
  replace(kind),
  remove(kind),
];

const show = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}`, {
    summary: 'The whole record: state, dates, and the newest deposits, deliveries and events',
    of: record,
    answer: sentJson('The record', recordOutput, { headers: { ETag: header('For `If-Match`, strong') } }),
    run: async ({ db }, { request, response }) => {
      const ref = refIn(request, kind);
      const found = await findSignable(db, ref, scopeOf(request));
      if (found === null) throw signableNotFound(ref);
      const shown = JSON.stringify(showRecord(found));
      response
        .set({ 'Cache-Control': cacheControl, ETag: tagOf(shown) })
        .type('json')
        .send(shown);
    },
  });

const history = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/history`, {
    summary: 'What happened to it, the newest first',
    of: record,
    query: historyQuery,
    answer: json('A page', historyOutput),
    run: async (deps, { lookups, request, query }) => {
      const { before, page_size: size } = query();
      const { id } = await knownIn(deps.db, request, kind);
      const page = await findHistory(lookups, id, { before, size });
      const { results, next } = withNext(page, { deps, request });
      return { results: results.map(showEvent), next };
    },
  });

const historyTable = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/history.csv`, {
    summary: 'All that happened to it, the newest first, as a table',
    ...table,
    of: record,
    problems: ofFiles,
    run: async (deps, { lookups, request, response }) => {
      const { ref, id } = await knownIn(deps.db, request, kind);
      const events = pagesOfHistory(lookups, id);
      await deps.exports.table(recipientOf(deps, request, response), {
        name: `${filePrefixes[kind]}_${ref.number}_history.csv`,
        lines: csvOf(events, { columns: historyColumns, language: 'en' }),
      });
    },
  });

const replace = (kind: SignableKind) =>
  call(`PUT /${segments[kind]}/{id}`, {
    summary: 'Replace a draft',
    description: 'Everything that was registered: PDF, metadata, reference. The same again changes nothing.',
    of: record,
    body: registrationBody,
    answer: json('The record as replaced', recordOutput),
    problems: [...ofRegistration, 'not_a_draft'],
    run: async (deps, { request }) => {
      const ref = await knownRefIn(deps.db, request, kind);
      const asking = askingOf(request);
      const replaced = await withRegistration(request, { ...deps, caller: asking.actor }, (registration) =>
        replaceDraft(deps, { ref, registration, ...asking }),
      );
      return showRecord(seenIn(asking.scope, replaced));
    },
  });

const remove = (kind: SignableKind) =>
  call(`DELETE /${segments[kind]}/{id}`, {
    summary: 'Delete a draft, or erase',
    description:
      'A draft that was never sent goes whole. Of anything else a stub stays, without documents and personal data; once it was sent, it takes a `reason`, which the stub keeps.',
    of: record,
    json: reasonInput,
    answer: done('Gone'),
    problems: [...ofJson, 'reason_required', 'amendments_left'],
    run: async (deps, { request, body }) => {
      const ref = refIn(request, kind);
      await erase(deps, { ref, ...askingOf(request), ...(await body()) });
    },
  });
