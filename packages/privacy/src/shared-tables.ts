import { sql } from '@campus/database';
import { byAccount, byAny, hashOf, onlyWhere, type PersonalTable, type Tables } from './declaration.ts';

type Usual = Pick<PersonalTable, 'why' | 'kept' | 'seenBy' | 'find' | 'erase'>;

/** What hangs on an account by `account_id`, and goes with it. */
export const ofAccount: Usual = {
  why: 'access',
  kept: 'account',
  seenBy: 'nobody',
  find: byAccount('account_id'),
  erase: 'delete',
};

const inSession = (path: string) => sql`(sess #>> ${`{${path}}`}::text[])`;

const counts =
  'deferred_count queued_count ready_count active_count failed_count total_count created_delta completed_delta failed_delta delta_seconds delta_on';

/** Tables that every service has, of our packages; jobs name rows by their ids. */
export const sharedTables: Tables = {
  administration_history: {
    what: ['History of the administration', 'Historique de l’administration'],
    why: 'security',
    kept: 'year',
    seenBy: 'administrators',
    find: byAny(byAccount('account_id'), byAccount('actor_id'), ({ address }) =>
      address === undefined ? undefined : sql`detail ->> 'person' = ${hashOf(address)}`,
    ),
    erase: {
      deletes: sql`at < now() - interval '1 year'`,
      because: [
        'who did what to accounts and rights must be told for a year; an erasure after that takes it',
        'qui a fait quoi aux comptes et aux droits doit pouvoir être dit pendant un an\u00a0; un effacement ultérieur le retire',
      ],
    },
    shown: (person) => ({
      ...onlyWhere(byAccount('account_id'), ['account', 'detail'])(person),
      ...onlyWhere(byAccount('actor_id'), ['actor', 'address'])(person),
    }),
    columns: 'id at event account account_id actor actor_id address detail',
  },
  sessions: {
    ...ofAccount,
    what: ['Sessions of browsers', 'Sessions de navigateurs'],
    kept: 'session',
    find: ({ account }) =>
      account && sql`${String(account.id)}::text in (${inSession('account,id')}, ${inSession('pending,id')})`,
    columns: 'sess expire -sid',
    shown: () => ({ sess: inSession('account,agent') }),
  },
  known_clients: {
    ...ofAccount,
    what: [
      'Addresses that a password was right from, as hashes',
      'Adresses d’où un mot de passe était juste, en empreintes',
    ],
    why: 'security',
    columns: 'account_id client last_right_at',
  },
  totp_keys: {
    ...ofAccount,
    what: ['Authenticator app', 'Application d’authentification'],
    columns: 'account_id created_at -secret -last_step',
  },
  passkeys: {
    ...ofAccount,
    what: ['Passkeys', 'Clés d’accès'],
    columns: 'id account_id label created_at last_used_at transports counter -credential_id -public_key',
  },
  recovery_codes: {
    ...ofAccount,
    what: ['Recovery codes', 'Codes de secours'],
    columns: 'account_id used_at -code_hash',
  },
  second_factor_attempts: {
    ...ofAccount,
    what: ['Wrong second factors', 'Seconds facteurs erronés'],
    why: 'security',
    columns: 'account_id count began_at',
  },
  mails: {
    ...ofAccount,
    what: ['Mails', 'Messages'],
    why: 'mails',
    kept: 'month',
    columns: 'id account_id created_at content language state problem ended_at',
  },
  instance_keys: 'name value',
  _prisma_migrations:
    'id checksum finished_at migration_name logs rolled_back_at started_at applied_steps_count',
  'pgboss.job':
    'id name priority data state retry_limit retry_count retry_delay retry_backoff retry_delay_max expire_seconds deletion_seconds singleton_key singleton_on group_id group_tier start_after created_on started_on completed_on keep_until output dead_letter policy heartbeat_on heartbeat_seconds blocked blocking pending_dependencies source_name source_id source_created_on source_retry_count source_output source_root_id',
  'pgboss.bam': 'id name version status queue table_name command error created_on started_on completed_on',
  'pgboss.job_dependency': 'child_name child_id parent_name parent_id',
  'pgboss.queue': `name policy retry_limit retry_delay retry_backoff retry_delay_max expire_seconds retention_seconds deletion_seconds dead_letter partition table_name warning_queued ${counts} ready_history heartbeat_seconds notify singletons_active monitor_claim_on monitor_on maintain_on created_on updated_on`,
  'pgboss.queue_stats': `id name ${counts} captured_on`,
  'pgboss.schedule': 'name key kind cron timezone data options created_on updated_on last_job_id',
  'pgboss.subscription': 'event name created_on updated_on',
  'pgboss.version': 'version cron_on bam_on flow_on reindex_on monitor_backoff_on',
  'pgboss.warning': 'id type message data created_on',
};
