import { type OperationProgress, operationProgress } from '@campus/database';
import * as rest from '@campus/rest';
import { isStaff } from '../../domain/ownership.ts';
import { defineResource } from './services.ts';

/** The resources whose tables have another name. */
const renamed: Readonly<Record<string, string>> = {
  access_groups: 'accessgroups',
  disciplines: 'discipline',
  video_types: 'types',
};

const states = ['waiting', 'running', 'ended'] as const satisfies readonly OperationProgress['state'][];

const progressColumns = ['total', 'done', 'startedAt', 'endedAt'];

function progressOf(row: rest.Row, now: Date): OperationProgress {
  return operationProgress(
    { ...(row as rest.Row & Parameters<typeof operationProgress>[0]), cancelledBy: null },
    now,
  );
}

/** What is removed in pieces: whoever has removed something sees theirs, staff all. */
export const deletions = defineResource({
  path: 'deletions',
  name: ['Deletion', 'Suppression'],
  plural: ['deletions in the background', 'suppressions en arrière-plan'],
  description: [
    'Objects that are gone, and on which much hung: how far its removal is. They are forgotten 30 days after their end.',
    "Les objets supprimés dont beaucoup d'autres dépendaient\u00a0: où en est la suppression de ces liens. Elles sont oubliées 30 jours après leur fin.",
  ],
  table: 'deletions',
  fields: {
    id: rest.id(),
    url: rest.address('deletions'),
    resource: rest.computed({
      label: ['Resource', 'Ressource'],
      columns: ['tableName'],
      schema: { type: 'string' },
      show: ({ tableName }) => renamed[String(tableName)] ?? tableName,
    }),
    object_id: rest.integer({ label: ['Id of the object', "Id de l'objet"], readOnly: true }),
    name: rest.text({ label: ['Name', 'Nom'], readOnly: true }),
    user: rest.text({ label: ['Removed by', 'Supprimé par'], column: 'actor', readOnly: true }),
    state: rest.computed({
      label: ['State', 'État'],
      columns: progressColumns,
      schema: { type: 'string', enum: states },
      show: (row, { services }) => progressOf(row, services.now()).state,
    }),
    done: rest.integer({ label: ['Done', 'Fait'], readOnly: true }),
    total: rest.integer({ label: ['Of', 'Sur'], readOnly: true }),
    expected_at: rest.computed({
      label: ['Expected end', 'Fin prévue'],
      columns: progressColumns,
      schema: { type: ['string', 'null'], format: 'date-time' },
      show(row, { services, timeZone }) {
        const { expectedAt } = progressOf(row, services.now());
        return expectedAt && rest.showInstant(expectedAt, timeZone);
      },
    }),
    failure: rest.text({ label: ['Held up by', 'Retenue par'], nullable: true, readOnly: true }),
    requested_at: rest.dateTime({
      ...{ label: ['Requested at', 'Demandée le'], column: 'createdAt', readOnly: true },
    }),
    started_at: rest.dateTime({ label: ['Started at', 'Commencée le'], readOnly: true }),
    finished_at: rest.dateTime({ label: ['Finished at', 'Terminée le'], column: 'endedAt', readOnly: true }),
  },
  filters: rest.eachEquals('id', 'object_id'),
  search: ['name'],
  ordering: ['-requested_at'],
  actions: ['list', 'retrieve'],
  rights: {
    may: () => true,
    sees: (caller) =>
      isStaff(caller) ? [] : [{ columns: ['actorId'], operator: 'equals', value: caller.id }],
  },
});
