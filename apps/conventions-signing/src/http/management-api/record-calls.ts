import { csvOf } from '@campus/pages';
import type { Request } from 'express';
import { findHistory, pagesOfHistory } from '../../data/history.ts';
import { listSignables, pagesOfSignables } from '../../data/list-signables.ts';
import { findSignable, seenIn } from '../../data/signables.ts';
import { ownTextNames } from '../../domain/registered-texts.ts';
import type { Registration, SignableKind } from '../../domain/signable.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { erase } from '../../signing/erase.ts';
import { register } from '../../signing/register.ts';
import { replaceDraft } from '../../signing/replace-draft.ts';
import { apiAddress, segments } from '../../wire/api-addresses.ts';
import { check } from '../../wire/check.ts';
import { combinedInput, metadataInput, ownInput, reasonInput } from '../../wire/inputs.ts';
import { inMebibytes, maxPdfBytes } from '../../wire/limits.ts';
import { historyOutput, listOutput, recordOutput } from '../../wire/outputs.ts';
import { historyQuery, listQueries, wholeListQueries } from '../../wire/queries.ts';
import { readMetadata } from '../../wire/read-metadata.ts';
import { fromWire } from '../../wire/registration-fields.ts';
import { z } from '../../wire/schema.ts';
import { showEvent, showRecord, showSummary } from '../../wire/show.ts';
import { filePrefixes } from '../../wire/words.ts';
import { requireContentType } from '../answer/negotiate.ts';
import { absoluteAddress, withNext } from '../answer/page.ts';
import { cacheControl } from '../answer/send-document.ts';
import { archived, signedArchive } from '../answer/signed-archive.ts';
import { askedList, askedPage } from '../asked/list-filter.ts';
import { refIn } from '../asked/ref-in.ts';
import {
  binaryPdf,
  done,
  header,
  json,
  ofJson,
  ofLookups,
  ofPdf,
  record,
  sent,
  sentJson,
} from '../calls/parts.ts';
import { decodePdf } from '../receive/decode-pdf.ts';
import { withLargeJson } from '../receive/receive-large-json.ts';
import { jsonPart, pdfIn, withMultipart } from '../receive/receive-multipart.ts';
import type { Uploads } from '../receive/uploads.ts';
import { askingOf, scopeOf } from '../scope/scope.ts';
import { knownIn, knownRefIn, tagOf } from './known-record.ts';
import { call, idempotencyHeader, idempotencyKeyOf, ofFiles, recipientOf, table } from './management-call.ts';
import { historyColumns, signableColumns } from './table-columns.ts';

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
    problems: ofLookups,
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
    problems: [...ofFiles, ...ofLookups],
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

/** What is registered, and what is shown of all of them. */
export const listCalls = (kind: SignableKind) => [
  registering(kind),
  list(kind),
  wholeTable(kind),
  archive(kind),
];

/** An agreement, or an amendment to the one that the path names. */
const registering = (kind: SignableKind) =>
  call(
    kind === 'agreement'
      ? `POST /${segments.agreement}`
      : `POST /${segments.agreement}/{id}/${segments.amendment}`,
    {
      summary: `Register an ${kind}, as a draft`,
      of: kind === 'agreement' ? undefined : record,
      headers: idempotencyHeader,
      body: registrationBody,
      answer: json('Registered', recordOutput, {
        status: 201,
        headers: { Location: header('Address of the new record') },
      }),
      problems: [...ofRegistration, 'idempotency_key_reused'],
      run: async (deps, { request, response }) => {
        const agreement = kind === 'agreement' ? undefined : await knownRefIn(deps.db, request, 'agreement');
        const key = idempotencyKeyOf(request);
        const asking = askingOf(request);
        const shown = await withRegistration(request, { ...deps, caller: asking.actor }, (registration) =>
          register(deps, { registration, agreement, ...asking, key, show: showRecord }),
        );
        response.location(absoluteAddress(deps, request, apiAddress({ kind, number: shown.id })));
        return shown;
      },
    },
  );

const list = (kind: SignableKind) =>
  call(`GET /${segments[kind]}`, {
    summary: 'All of them, newest first',
    query: listQueries[kind],
    answer: json('A page', listOutput),
    problems: ofLookups,
    run: async (deps, { lookups, request, query }) => {
      const { filter, order, page } = askedPage(query(), { ...deps, scope: scopeOf(request) });
      const found = await listSignables(lookups, kind, { ...filter, ...page, order });
      const { results, next } = withNext(found, { deps, request });
      return { results: results.map(showSummary), next };
    },
  });

const wholeTable = (kind: SignableKind) =>
  call(`GET /${segments[kind]}.csv`, {
    summary: 'All of them, as a table',
    ...table,
    query: wholeListQueries[kind],
    problems: [...ofFiles, ...ofLookups],
    run: async (deps, { lookups, request, response, query }) => {
      const { filter, order } = askedList(query(), { ...deps, scope: scopeOf(request) });
      const columns = signableColumns(kind);
      await deps.exports.table(recipientOf(deps, request, response), {
        name: `${segments[kind]}.csv`,
        lines: csvOf(pagesOfSignables(lookups, kind, { ...filter, order }), { columns, language: 'en' }),
      });
    },
  });

const missingWords = {
  headings: ['id', 'reason'],
  reasons: { not_listed: 'not_listed', no_signed_document: 'no_signed_document' },
} as const;

const archive = (kind: SignableKind) =>
  call(`GET /${segments[kind]}.zip`, {
    summary: 'The signed documents of all of them, as a ZIP',
    description: `The newest signed PDF that counts of each record that is signed, at most ${archived.documents}, and \`list.csv\` of all that the query lets through, at most ${archived.records}, whose column \`file\` names it. Of \`ids\`, \`missing.csv\` names those without a document, and why (\`reason\`): \`no_signed_document\`, or \`not_listed\` where the list does not have it.`,
    query: wholeListQueries[kind],
    answer: sent('The ZIP', { 'application/zip': { schema: { type: 'string', format: 'binary' } } }),
    problems: [...ofFiles, ...ofLookups, 'too_many_documents'],
    run: async (deps, { lookups, request, response, query }) => {
      const { db, exports } = deps;
      const listed = askedList(query(), { ...deps, scope: scopeOf(request) });
      const columns = signableColumns(kind);
      await exports.archive(recipientOf(deps, request, response), {
        name: `${segments[kind]}.zip`,
        pieces: await signedArchive(
          { db, lookups, folder: exports.folder, madeAt: deps.now() },
          { kind, ...listed, columns, fileHeading: 'file', missing: missingWords, language: 'en' },
        ),
      });
    },
  });

const registrationBody = {
  required: true,
  description: `The combined document object as JSON, or the PDF streamed as a file part; the PDF at most ${inMebibytes(maxPdfBytes)}`,
  content: {
    'application/json': { schema: combinedInput },
    'multipart/form-data': {
      schema: z.object({
        metadata: metadataInput.openapi({ description: 'As JSON' }),
        doc: binaryPdf,
        ...ownInput.shape,
      }),
      encoding: { metadata: { contentType: 'application/json' }, doc: { contentType: 'application/pdf' } },
    },
  },
};

/** Problems of a registration. */
const ofRegistration = [...ofJson, ...ofPdf, 'invalid_header', 'out_of_scope', 'reference_taken'] as const;

/**
 * Receives a registration and lends it to `use`: the contract's combined document object as JSON, or
 * `multipart/form-data` with `metadata` (JSON) and `doc` (the PDF, streamed).
 *
 * @param options.caller  whose turns it takes
 * @throws InputError, InvalidInput  everything that can be wrong with a body
 * @throws BudgetSpentError
 */
async function withRegistration<Result>(
  request: Request,
  { uploads, caller }: { uploads: Uploads; caller: string },
  use: (registration: Registration) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return withLargeJson(
      request,
      { schema: combinedInput, uploads, caller },
      async ({ pdf64, metadata, ...own }) =>
        use({ metadata: readMetadata(metadata), own: fromWire(ownTextNames, own), pdf: decodePdf(pdf64) }),
    );
  }
  const ownNames = Object.keys(ownInput.shape);
  return withMultipart(
    request,
    { uploads, caller, json: ['metadata'], texts: ['metadata', ...ownNames] },
    async (parts) => {
      const metadata = readMetadata(check(metadataInput, await jsonPart(parts, 'metadata'), '/metadata'));
      const texts = check(
        ownInput,
        Object.fromEntries(ownNames.map((name) => [name, parts.texts[name]?.[0]])),
      );
      const own = fromWire(ownTextNames, texts);
      return uploads.inMemory.run(caller, async () => use({ metadata, own, pdf: await pdfIn(parts) }));
    },
  );
}
