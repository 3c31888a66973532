#!/usr/bin/env node
import * as cli from '@campus/client-cli';
import { flag, option, say, textTable, UsageError } from '@campus/service/command-line';
import { answerOf, createSigningClient, type SigningClient, type SigningRecord } from '../index.ts';
import { pathOf, recordOf, refIn } from './record-ref.ts';
import { register } from './register.ts';
import { untilSigned } from './until-signed.ts';

const options = {
  metadata: option('<file>', 'JSON: title, companyname, school, workflowId, signatory, watchers'),
  reference: option('<text>', "the institution's own number"),
  department: option('<text>', 'of the institution'),
  amends: option('<id>', 'of the agreement that it changes; without it: a new agreement'),
  due: option('<day>', 'the last day on which it is in time, as 2027-01-15'),
  evidence: flag('the evidence package, a ZIP, in place of the signed PDF'),
  filter: {
    ...option('<name=value>', 'a filter of the list, as state=signed or q=martin'),
    multiple: true as const,
  },
  zip: flag('the signed PDFs, in place of a table (CSV)'),
  output: option('<file>', 'where to; without it: standard output'),
  ...cli.changesOptions,
  json: flag('records and changes as JSON'),
};

await cli.runClientProgram<typeof options, SigningClient>({
  name: 'campus-signing',
  about: "Speaks to the signing service, by the API of the institution's application.",
  createClient: createSigningClient,
  options,
  terms: { '<record>': 'conventions/<id> or avenants/<id>' },
  verbs: {
    register: {
      form: '<pdf> --metadata <file> [--reference <text>] [--department <text>] [--amends <id>] [--json]',
      words: [1, 1, 'a PDF'],
      read([pdf = ''], { metadata, reference, department, amends, json }) {
        if (metadata === undefined) throw new UsageError('register needs --metadata <file>');
        const agreement = cli.countedOf('amends', amends);
        return async (client) =>
          tell(await register(client, { pdf, metadata, reference, department, amends: agreement }), json);
      },
    },
    send: {
      form: '<record> [--due <day>] [--json]',
      words: [1, 1, 'a record'],
      read([given = ''], { due, json }) {
        const ref = refIn(given);
        return async (client) => {
          const { id } = ref;
          const body = due === undefined ? {} : { due };
          await answerOf(client.api.POST(pathOf(ref, '/{id}/signature'), { params: { path: { id } }, body }));
          tell(await recordOf(client, ref), json);
        };
      },
    },
    status: {
      form: '<record> [--json]',
      words: [1, 1, 'a record'],
      read([given = ''], { json }) {
        const ref = refIn(given);
        return async (client) => tell(await recordOf(client, ref), json);
      },
    },
    wait: {
      form: '<record> [--json]',
      words: [1, 1, 'a record'],
      read([given = ''], { json }) {
        const ref = refIn(given);
        return async (client) => tell(await untilSigned(client, ref), json);
      },
    },
    download: {
      form: '<record> [--evidence] [--output <file>]',
      words: [1, 1, 'a record'],
      read([given = ''], { evidence, output }) {
        const ref = refIn(given);
        const path = pathOf(ref, evidence ? '/{id}/evidence' : '/{id}/signed-pdf');
        return async ({ api }) => {
          const call = api.GET(path, { params: { path: { id: ref.id } }, parseAs: 'stream' });
          await cli.saveAnswer(await answerOf(call), { output, isText: false });
        };
      },
    },
    export: {
      form: 'conventions|avenants [--filter <name=value>]… [--zip] [--output <file>]',
      words: [1, 1, 'conventions or avenants'],
      read([kind], { filter, zip, output }) {
        if (kind !== 'conventions' && kind !== 'avenants')
          throw new UsageError(`export must be of conventions or avenants, got "${kind}"`);
        const query = cli.pairsOf('filter', filter);
        const path = pathOf({ kind }, zip ? '.zip' : '.csv');
        return async ({ api }) => {
          const call = api.GET(path, { params: { query }, parseAs: 'stream' });
          await cli.saveAnswer(await answerOf(call), { output, isText: !zip });
        };
      },
    },
    changes: {
      form: '[--since <cursor>] [--follow] [--json]',
      read: (_none, given) => (client) =>
        cli.printChanges(client, {
          name: 'campus-signing',
          ...given,
          wordsOf: ({ at, event, kind, recordId, state }) => [
            at,
            event,
            `${kind}s/${recordId}`,
            state ?? 'deleted',
          ],
        }),
    },
  },
  notes: `wait ends when the record is signed, and with the exit status 1 when it is refused, taken back or erased. The same
registration again within 24 hours is the same record.
A change is a line with its cursor at the end: --since goes on there.`,
});

/** Where a record stands: in a line, and who has signed. */
function tell(record: SigningRecord, json: boolean | undefined): void {
  if (json) {
    say(JSON.stringify(record));
    return;
  }
  const { kind, id, state, round, title, signatory } = record;
  say(cli.lineOf(`${kind}s/${id} is ${state}, round ${round}: ${title}`));
  const rows = signatory.map(({ order, mail, signatureDate }) => [
    String(order),
    cli.lineOf(mail),
    signatureDate ?? '',
  ]);
  say(textTable(['ORDER', 'MAIL', 'SIGNED'], rows));
}
