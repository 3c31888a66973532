import { listSignables, pagesOfSignables } from '../../data/list-signables.ts';
import type { SignableKind } from '../../domain/signable.ts';
import { register } from '../../signing/register.ts';
import { apiAddress, segments } from '../../wire/api-addresses.ts';
import { listOutput, recordOutput } from '../../wire/outputs.ts';
import { listQueries, wholeListQueries } from '../../wire/queries.ts';
import { showRecord, showSummary } from '../../wire/show.ts';
import { absoluteAddress } from '../answer/absolute-address.ts';
import { csvOf } from '../answer/csv.ts';
import { withNext } from '../answer/page.ts';
import { archived, signedArchive } from '../answer/signed-archive.ts';
import { askedList, askedPage } from '../asked/list-filter.ts';
import { header, json, record, sent } from '../calls/parts.ts';
import { askingOf, scopeOf } from '../scope/program-scope.ts';
import { knownRefIn } from './known-record.ts';
import { call, idempotencyHeader, idempotencyKeyOf, ofFiles, table } from './management-call.ts';
import { ofRegistration, registrationBody, withRegistration } from './receive-registration.ts';
import { recipientOf } from './still-open.ts';
import { signableColumns } from './table-columns.ts';

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
    problems: ofFiles,
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
    problems: [...ofFiles, 'too_many_documents'],
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
