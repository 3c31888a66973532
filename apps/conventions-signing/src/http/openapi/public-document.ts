import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { maxDateChangesPerRound, maxVersionsPerRound } from '../../signing/round-limits.ts';
import { publicApiListAddress } from '../addresses.ts';
import { inMebibytes, maxJsonBytes, maxPdfBytes } from '../receive/limits.ts';
import { dateEntries } from '../wire/inputs.ts';
import { acknowledgement, combinedOutput, metadataOutput } from '../wire/outputs.ts';
import {
  type ApiKind,
  buildDocument,
  datesExample,
  docBody,
  idParameter,
  json,
  kinds,
  ofId,
  ofJson,
  ofPdf,
  pdfAnswers,
  refusals,
  tagged,
} from './parts.ts';

const description = `For the signing application (contract, §4 "Public API").

When an agreement or amendment enters its signing phase, the service calls the webhook of the signing application: \`GET {uri}?conventionid=<id>\` or \`?avenantid=<id>\`. Answer at once with any 2xx (its text is kept as your reference) and work afterwards: fetch the document, deposit the signed PDF, report the dates. Calls come at least once; \`X-Delivery-Id\` is the same for every attempt of one call, and a second call with a new one supersedes the first.`;

/** The OpenAPI 3.1 document of the public API, made from the schemas that validate. */
export function publicDocument(options: { baseUrl: string | undefined; version: string }) {
  return buildDocument({
    ...options,
    title: 'Internship agreement signing: public API',
    description,
    tokenParameter: 'appli.public.tokens',
    operations: kinds.flatMap((kind) => tagged(kind.tag, operations(kind))),
  });
}

function operations({ kind, words }: ApiKind): RouteConfig[] {
  const path = `${publicApiListAddress(kind)}/{id}`;
  return [
    {
      method: 'get',
      path,
      summary: 'The document and its metadata',
      request: { params: idParameter },
      responses: {
        200: json(`The ${words} to be signed`, combinedOutput),
        ...refusals(...ofId),
      },
    },
    {
      method: 'get',
      path: `${path}/metadata`,
      summary: 'The metadata',
      request: { params: idParameter },
      responses: {
        200: json('Who signs, in which order', metadataOutput),
        ...refusals(...ofId),
      },
    },
    {
      method: 'get',
      path: `${path}/pdf`,
      summary: 'The document to be signed, byte for byte as registered',
      request: { params: idParameter },
      responses: { ...pdfAnswers, ...refusals(...ofId) },
    },
    {
      method: 'post',
      path: `${path}/pdf`,
      summary: 'Deposit the signed PDF',
      description: `One file part named \`doc\`, at most ${inMebibytes(maxPdfBytes)}: a readable, unencrypted PDF with at least one page. A later deposit is a new version and the newest counts; the very same bytes again add nothing. A round takes at most ${maxVersionsPerRound} versions. One that begins with a document that was replaced since is kept as evidence, does not count, and is refused. Answered once the document is durably stored.`,
      request: { params: idParameter, body: docBody },
      responses: {
        200: json('Deposited', acknowledgement),
        ...refusals(
          ...ofId,
          ...ofPdf,
          'not_in_signing',
          'signed_outside',
          'superseded_document',
          'too_many_versions',
        ),
      },
    },
    {
      method: 'patch',
      path: `${path}/dates`,
      summary: 'Report signature dates',
      description: `All entries or none; one signatory at a time is normal use. \`order\` and \`mail\` must both name one signatory of the metadata. The same again changes nothing; a changed date replaces the old one, which stays in the history, at most ${maxDateChangesPerRound} times a round. At most ${inMebibytes(maxJsonBytes)}.`,
      request: {
        params: idParameter,
        body: {
          required: true,
          content: { 'application/json': { schema: dateEntries, example: datesExample } },
        },
      },
      responses: {
        200: json('Recorded', acknowledgement),
        ...refusals(
          ...ofId,
          ...ofJson,
          'unknown_signatory',
          'duplicate_date_entry',
          'not_in_signing',
          'signed_outside',
          'too_many_date_changes',
        ),
      },
    },
  ];
}
