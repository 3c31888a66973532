import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { contractDateExample } from '../../domain/contract-date.ts';
import { maxDateChangesPerRound, maxVersionsPerRound } from '../../signing/round-limits.ts';
import { publicApiListAddress } from '../../wire/api-addresses.ts';
import { dateEntries, refusalInput } from '../../wire/inputs.ts';
import { inMebibytes, maxJsonBytes, maxPdfBytes } from '../../wire/limits.ts';
import { acknowledgement, combinedOutput, metadataOutput, statusOutput } from '../../wire/outputs.ts';
import { z } from '../../wire/schema.ts';
import {
  type ApiKind,
  binaryPdf,
  buildDocument,
  type DocumentOptions,
  json,
  kinds,
  ofDates,
  ofJson,
  ofPdf,
  ofRecord,
  pdfAnswers,
  tagged,
} from './parts.ts';

const description = `For the signing application (contract, §4 "Public API").

When an agreement or amendment enters its signing phase, the service calls the webhook of the signing application: \`GET {uri}?conventionid=<id>\` or \`?avenantid=<id>\`. Answer at once with any 2xx (its text is kept as your reference) and work afterwards: fetch the document, deposit the signed PDF, report the dates. Calls come at least once; \`X-Delivery-Id\` is the same for every attempt of one call, and a second call with a new one supersedes the first.`;

/** The OpenAPI 3.1 document of the public API, made from the schemas that validate. */
export function publicDocument(options: DocumentOptions) {
  return buildDocument(options, {
    title: 'Internship agreement signing: public API',
    description,
    tokenParameter: 'appli.public.tokens',
    operations: kinds.flatMap((kind) => tagged(kind.tag, operations(kind))),
  });
}

const depositBody = {
  required: true,
  content: { 'multipart/form-data': { schema: z.object({ doc: binaryPdf }) } },
};

const datesExample = [
  {
    mail: 'ada.martin@example.org',
    order: 1,
    signatureDate: contractDateExample,
    submissionDate: '2026-11-20T09:00:00.000+0000',
  },
];

const datesBody = {
  required: true,
  content: { 'application/json': { schema: dateEntries, example: datesExample } },
};

const refusalBody = { required: true, content: { 'application/json': { schema: refusalInput } } };

const closed = ['not_in_signing', 'signed_outside', 'round_refused'] as const;

function operations({ kind, words }: ApiKind): RouteConfig[] {
  const path = `${publicApiListAddress(kind)}/{id}`;
  return [
    {
      method: 'get',
      path,
      summary: 'The document and its metadata',
      ...ofRecord({ 200: json(`The ${words} to be signed`, combinedOutput) }),
    },
    {
      method: 'get',
      path: `${path}/metadata`,
      summary: 'The metadata',
      ...ofRecord({ 200: json('Who signs, in which order', metadataOutput) }),
    },
    {
      method: 'get',
      path: `${path}/pdf`,
      summary: 'The document to be signed, byte for byte as registered',
      ...ofRecord(pdfAnswers),
    },
    {
      method: 'post',
      path: `${path}/pdf`,
      summary: 'Deposit the signed PDF',
      description: `One file part named \`doc\`, at most ${inMebibytes(maxPdfBytes)}: a readable, unencrypted PDF with at least one page. A later deposit is a new version and the newest counts; the very same bytes again add nothing. A round takes at most ${maxVersionsPerRound} versions. One that begins with a document that was replaced since is kept as evidence, does not count, and is refused. Answered once the document is durably stored.`,
      ...ofRecord(
        { 200: json('Deposited', acknowledgement) },
        [...ofPdf, ...closed, 'superseded_document', 'too_many_versions'],
        { body: depositBody },
      ),
    },
    {
      method: 'patch',
      path: `${path}/dates`,
      summary: 'Report signature dates',
      description: `All entries or none; one signatory at a time is normal use. \`order\` and \`mail\` must both name one signatory of the metadata. The same again changes nothing; a changed date replaces the old one, which stays in the history, at most ${maxDateChangesPerRound} times a round. At most ${inMebibytes(maxJsonBytes)}.`,
      ...ofRecord(
        { 200: json('Recorded', acknowledgement) },
        [...ofJson, ...ofDates, ...closed, 'too_many_date_changes'],
        { body: datesBody },
      ),
    },
    {
      method: 'post',
      path: `${path}/refusal`,
      summary: 'Report that a signatory refuses to sign',
      description:
        'Ends the round: what came in it stays, and later deposits and dates of it are refused with 409; a call that begins a new round answers it. `order` and `mail` must both name one signatory of the metadata. The same again changes nothing; the first refusal of a round counts, another one is refused with 409. Beside the contract: whoever reports none is served as before.',
      ...ofRecord(
        { 200: json('Recorded', acknowledgement) },
        [...ofJson, 'unknown_signatory', ...closed, 'already_signed'],
        { body: refusalBody },
      ),
    },
    {
      method: 'get',
      path: `${path}/status`,
      summary: 'How it stands: state, round, who is awaited, and what has come',
      ...ofRecord({ 200: json('The status', statusOutput) }),
    },
  ];
}
