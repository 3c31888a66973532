import { sql } from '@campus/database';
import * as privacy from '@campus/privacy';
import { folded } from './signable-conditions.ts';

const byActor = (...columns: string[]) => privacy.byName(columns, 'person:');
const withoutActor = (...columns: string[]) => privacy.withoutName(columns, 'person:');
const onlyOwnActor = (...columns: string[]) => privacy.onlyOwnName(columns, 'person:');

/** What belongs to a record that somebody signs. */
const signs = (column: string): privacy.Find => {
  const isOwn = privacy.byAddress('mail');
  return (person) => {
    const own = isOwn(person);
    return own && sql`${sql.identifier(column)} in (select signable_id from signatories where ${own})`;
  };
};

const watches: privacy.Find = ({ address }) =>
  address === undefined
    ? undefined
    : sql`lower(${address}::text) in (select lower(one) from unnest(watchers) one)`;

const onlyOwnWatcher: privacy.InPlace = ({ address = '' }) => ({
  watchers: sql`array(select one from unnest(watchers) one where lower(one) = lower(${address}::text))`,
});

const withoutWatcher: privacy.InPlace = ({ address = '' }) => ({
  watchers: sql`array(select one from unnest(watchers) with ordinality w(one, place)
    where lower(one) <> lower(${address}::text) order by place)`,
});

/** The search finds agreements by their watchers too; a watcher who signs stays a signatory. */
const unsearched: privacy.InPlace = (person) => ({
  search_text: sql`case when ${signs('id')(person)} then search_text else array_to_string(array(
    select line from string_to_table(split_part(search_text, chr(12), 1), chr(10)) with ordinality l(line, place)
    where line <> ${folded(sql`${person.address}::text`)} order by place), chr(10)) end`,
});

/** The address as one of the texts of a detail: another may have it as a part. */
const named: privacy.Find = ({ address }) =>
  address === undefined
    ? undefined
    : sql`exists (select from jsonb_path_query(detail, '$.**') said
        where jsonb_typeof(said) = 'string' and lower(said #>> '{}') = lower(${address}::text))`;

const ofAgreement: Pick<privacy.PersonalTable, 'why' | 'kept' | 'seenBy' | 'find' | 'erase'> = {
  why: 'agreements',
  kept: 'record',
  seenBy: 'parties',
  find: signs('signable_id'),
  erase: {
    because: [
      'it is a part of an agreement, which its parties, its auditors and the archives need; it goes when the agreement is erased',
      'cela fait partie d’une convention, dont les parties, les contrôleurs et les archives ont besoin\u00a0; cela part quand la convention est effacée',
    ],
  },
};
const ofTemplate: typeof ofAgreement = { ...ofAgreement, kept: 'content', seenBy: 'staff' };

/** What the service keeps, table by table; a test compares it with the database. */
export const personalTables: privacy.Tables = {
  accounts: {
    ...privacy.ofAccount,
    what: ['Account', 'Compte'],
    seenBy: 'administrators',
    find: privacy.byAccount('id'),
    erase: {
      because: [
        'a user name that the sealed history has stays, so that nobody else is taken for the person',
        'un nom d’utilisateur que l’historique scellé contient reste, pour que personne d’autre ne soit pris pour la personne',
      ],
      set: ({ pseudonym }) => ({
        username: sql`case when exists (select from history where actor = 'person:' || username) then username
          else ${pseudonym} end`,
        full_name: sql`''`,
        email: sql`''`,
        role: sql`'reader'`,
        ...{
          scope: sql`null`,
          password_hash: sql`null`,
          oidc_subject: sql`null`,
          last_sign_in_at: sql`null`,
        },
        is_active: sql`false`,
      }),
    },
    columns:
      'id username full_name email role scope is_active oidc_subject created_at last_sign_in_at -password_hash',
  },
  tokens: {
    ...privacy.ofAccount,
    what: [
      'Tokens of programs that they made or revoked',
      'Jetons de programmes créés ou révoqués par la personne',
    ],
    seenBy: 'administrators',
    find: byActor('created_by', 'revoked_by'),
    erase: { set: withoutActor('created_by', 'revoked_by') },
    shown: onlyOwnActor('created_by', 'revoked_by'),
    columns:
      'id name api scope created_at created_by last_used_at expires_at revoked_at revoked_by -hash -fingerprint',
  },
  mail_subscriptions: {
    ...privacy.ofAccount,
    what: ['Mails that were chosen', 'Messages choisis'],
    why: 'comfort',
    columns: 'account_id digest failures language digested_at alerted_at',
  },
  signables: {
    ...ofAgreement,
    what: ['Agreements and amendments that they sign or watch', 'Conventions et avenants signés ou suivis'],
    find: privacy.byAny(signs('id'), watches),
    erase: {
      ...(ofAgreement.erase as privacy.Rule),
      set: (person) => ({ ...withoutWatcher(person), ...unsearched(person) }),
    },
    shown: onlyOwnWatcher,
    columns:
      'id kind number state title company_name school reference department watchers created_at agreement_id round last_round round_started_at due_on signed_outside workflow_id document_id -findings -search_text',
  },
  signatories: {
    ...ofAgreement,
    what: ['Signatures that are asked', 'Signatures demandées'],
    find: privacy.byAddress('mail'),
    erase: {
      ...(ofAgreement.erase as privacy.Rule),
      // It is needed as long as a code may be sent to it.
      set: () => ({
        phone: sql`(select phone from signables s where s.id = signable_id and s.state in ('draft', 'signing'))`,
      }),
    },
    columns: 'signable_id position order name given_name mail phone submission_date signature_date',
  },
  refusals: {
    ...ofAgreement,
    what: ['Refusals to sign', 'Refus de signer'],
    find: privacy.byAny(privacy.byAddress('mail'), byActor('actor')),
    shown: (person) => ({
      ...privacy.onlyWhere(privacy.byAddress('mail'), ['mail', 'reason'])(person),
      ...onlyOwnActor('actor')(person),
    }),
    columns: 'signable_id round order mail reason refused_at received_at actor',
  },
  documents: {
    ...ofAgreement,
    what: ['Documents of these agreements', 'Documents de ces conventions'],
    find: (person) => {
      const own = signs('id')(person);
      return (
        own &&
        sql`documents.id in (
          select unnest(array[s.document_id, d.document_id, d.registered_document_id])
          from (select id, document_id from signables where ${own}) s left join deposits d on d.signable_id = s.id)`
      );
    },
    columns: 'id sha256 size -bytes',
  },
  deposits: {
    ...ofAgreement,
    what: [
      'Signed documents, which have the certificates of all signatories',
      'Documents signés, avec les certificats de tous les signataires',
    ],
    find: privacy.byAny(signs('signable_id'), byActor('actor')),
    shown: onlyOwnActor('actor'),
    columns:
      'signable_id version round deposited_at actor document_id registered_document_id signature_rules superseded_sha256 superseded_size judged_at judged_by -signatures -judgement',
  },
  history: {
    ...ofAgreement,
    what: [
      'History of agreements, where they did something or are named',
      'Historique des conventions, où la personne a agi ou est nommée',
    ],
    find: privacy.byAny(byActor('actor'), (person) => {
      const [own, said] = [signs('signable_id')(person), named(person)];
      return own && said && sql`(${own} and ${said})`;
    }),
    erase: {
      because: [
        'the sealed history proves what was signed: a name that is taken out of it would break the proof',
        'l’historique scellé prouve ce qui a été signé\u00a0: un nom qui en serait retiré romprait la preuve',
      ],
    },
    shown: onlyOwnActor('actor'),
    columns:
      'id at event actor kind number state round signable_id workflow_id department position hash ordinal previous record_key detail_hash -detail -salt',
  },
  reminders: {
    ...ofAgreement,
    what: ['Letters that reminded the person', 'Lettres de rappel'],
    why: 'mails',
    kept: 'days',
    seenBy: 'nobody',
    find: ({ address }) => (address === undefined ? undefined : sql`person = ${privacy.hashOf(address)}`),
    erase: 'delete',
    columns: 'id day state problem ended_at is_closed created_at -person',
  },
  templates: {
    ...ofTemplate,
    what: ['Templates that they watch or changed last', 'Modèles suivis, ou modifiés en dernier'],
    find: privacy.byAny(watches, byActor('changed_by')),
    erase: { set: (person) => ({ ...withoutWatcher(person), ...withoutActor('changed_by')(person) }) },
    shown: (person) => ({ ...onlyOwnWatcher(person), ...onlyOwnActor('changed_by')(person) }),
    columns: 'id name watchers changed_at changed_by workflow_id version',
  },
  template_signatories: {
    ...ofTemplate,
    what: ['Signatory in templates', 'Signataire dans des modèles'],
    find: privacy.byAddress('mail'),
    erase: { set: () => ({ name: sql`null`, given_name: sql`null`, mail: sql`null`, phone: sql`null` }) },
    columns: 'template_id position role order name given_name mail phone',
  },
  operations: {
    ...ofTemplate,
    what: ['What was done to many records', 'Ce qui a été fait à de nombreux dossiers'],
    why: 'work',
    find: byActor('actor', 'cancelled_by'),
    erase: { set: withoutActor('actor', 'cancelled_by') },
    shown: (person) => ({
      ...privacy.onlyWhere(byActor('actor'), ['reason'])(person),
      ...onlyOwnActor('actor', 'cancelled_by')(person),
    }),
    columns:
      'id action reason actor cancelled_by created_at new_rounds reminds started_at ended_at total done refused',
  },
  idempotent_answers: {
    ...privacy.ofAccount,
    what: ['Answers to requests that may come again', 'Réponses à des requêtes qui peuvent revenir'],
    why: 'work',
    kept: 'days',
    find: byActor('actor'),
    columns: 'actor route created_at signable_id -answer -key -request_hash',
  },
  ...privacy.sharedTables,
  signable_times: 'signable_id kind state number updated_at signed_at',
  signable_counts: 'kind state signed_outside change',
  document_pieces: 'upload number bytes',
  deliveries:
    'id signable_id round state reference next_attempt_at give_up_at reopened_at attempts_before created_at',
  attempts: 'delivery_id number started_at duration_ms status error failure',
  exchanges: 'delivery_id number request answer',
  history_heads: 'position hash at',
  history_stamps: 'position token stamped_at authority',
  signed_rounds: 'id workflow_id started_at signed_at department',
  operation_records: 'operation_id position kind number state round document_id outcome code sentence at',
  reminder_records: 'reminder_id signable_id round',
  retention_rules: 'state days announced_at',
  trusted_lists: 'territory sequence issued_at next_update services checked_at problem',
};
