import { operationProgress } from '@campus/database';
import * as rest from '@campus/rest';
import type { Run } from '../../data/runs.ts';
import { runs as operations } from '../../runs/runs.ts';
import { runResultAddress } from '../addresses.ts';
import { importReport } from './import-report-schema.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';

const kinds = { export: ['export', 'export'], import: ['import', 'import'] } as const;

export const runStates = ['waiting', 'running', 'ended', 'failed', 'cancelled'] as const;

/** How far a run is. */
export function progressOf(
  run: Pick<Run, 'total' | 'done' | 'startedAt' | 'endedAt' | 'cancelledBy' | 'failure'>,
  now: Date,
) {
  const { state, expectedAt } = operationProgress(run, now);
  const shown: (typeof runStates)[number] = state === 'ended' && run.failure !== null ? 'failed' : state;
  return { state: shown, expectedAt };
}

const progressColumns = ['total', 'done', 'startedAt', 'endedAt', 'cancelledBy', 'failure'];

/** Exports and imports in the background, those who asked for them see theirs, superusers all. */
export const runs = defineResource({
  path: 'runs',
  name: ['Run', 'Traitement'],
  plural: ['exports and imports in the background', 'exports et imports en arrière-plan'],
  description: [
    'Exports and imports in the background: how far each is, and what came of it. They are forgotten 30 days after their end, results after 3.',
    "Les exports et imports en arrière-plan\u00a0: où en est chacun, et ce qu'il a donné. Ils sont oubliés 30 jours après leur fin, les résultats après 3.",
  ],
  table: 'runs',
  fields: {
    id: rest.id(),
    url: rest.address('runs'),
    kind: rest.choice({ label: ['Kind', 'Genre'], ...rest.namedChoices(kinds), readOnly: true }),
    user: rest.link(() => users, { label: ['User', 'Utilisateur'], column: 'actor', readOnly: true }),
    state: rest.computed({
      label: ['State', 'État'],
      columns: progressColumns,
      schema: { type: 'string', enum: runStates },
      show: (row, { services }) => progressOf(row as rest.Row & Run, services.now()).state,
    }),
    done: rest.integer({ label: ['Done', 'Fait'], readOnly: true }),
    total: rest.integer({ label: ['Of', 'Sur'], readOnly: true }),
    expected_at: rest.computed({
      label: ['Expected end', 'Fin prévue'],
      columns: progressColumns,
      schema: { type: ['string', 'null'], format: 'date-time' },
      show(row, { services, timeZone }) {
        const { expectedAt } = progressOf(row as rest.Row & Run, services.now());
        return expectedAt && rest.showInstant(expectedAt, timeZone);
      },
    }),
    failure: rest.computed({
      label: ['Failure', 'Échec'],
      columns: ['failure'],
      schema: { type: ['string', 'null'] },
      show: ({ failure }) => failure,
    }),
    report: rest.computed({
      label: ['Report', 'Rapport'],
      columns: ['report'],
      schema: { ...importReport, type: ['object', 'null'] },
      show: ({ report }) => (typeof report === 'string' ? JSON.parse(report) : null),
    }),
    result: rest.computed({
      label: ['Result', 'Résultat'],
      columns: ['kind', 'resultBytes'],
      schema: { type: ['string', 'null'], format: 'uri' },
      show: ({ id: of, kind, resultBytes }, { base }) =>
        kind === 'import' || resultBytes === null ? null : `${base}${runResultAddress({ id: Number(of) })}`,
    }),
    result_bytes: rest.computed({
      label: ['Bytes of the result', 'Octets du résultat'],
      columns: ['kind', 'resultBytes'],
      schema: { type: ['integer', 'null'] },
      show: ({ kind, resultBytes }) => (kind === 'import' ? null : resultBytes),
    }),
    requested_at: rest.dateTime({
      ...{ label: ['Requested at', 'Demandé le'], column: 'createdAt', readOnly: true },
    }),
    started_at: rest.dateTime({ label: ['Started at', 'Commencé le'], readOnly: true }),
    finished_at: rest.dateTime({ label: ['Finished at', 'Terminé le'], column: 'endedAt', readOnly: true }),
    cancelled_by: rest.computed({
      label: ['Cancelled by', 'Annulé par'],
      columns: ['cancelledBy'],
      schema: { type: ['string', 'null'] },
      show: ({ cancelledBy }) => cancelledBy,
    }),
  },
  filters: rest.eachEquals('id', 'kind', 'user'),
  search: ['failure'],
  ordering: ['-requested_at'],
  actions: ['list', 'retrieve'],
  onObject: {
    cancel: {
      name: ['Cancel', 'Annuler'],
      description: [
        'Ends it where it is: what was written line by line stays. One that is over stays as it is.',
        "L'arrête où il en est\u00a0: ce qui a été écrit ligne par ligne reste. Un traitement terminé reste tel quel.",
      ],
      methods: {
        POST: {
          may: () => true,
          answers: 'object',
          act: ({ services: { db, now }, caller }, row) =>
            operations.cancel(db.pool, Number(row.id), { by: caller.username, at: now() }),
        },
      },
    },
  },
  rights: {
    may: () => true,
    sees: (caller) =>
      caller.isSuperuser ? [] : [{ columns: ['actor'], operator: 'equals', value: caller.id }],
  },
});
