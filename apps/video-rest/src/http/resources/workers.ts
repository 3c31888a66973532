import * as rest from '@campus/rest';
import { type WorkerSigns, workerStateAt, workerStates } from '../../domain/worker-state.ts';
import { encodings } from './encodings.ts';
import { forStaff } from './rights.ts';
import { defineResource } from './services.ts';

/** The processes that encode, those that are gone for up to a day too. */
export const workers = defineResource({
  path: 'workers',
  name: { en: 'Worker', fr: "Processus d'encodage" },
  plural: { en: 'workers', fr: "processus d'encodage" },
  description: {
    en: 'The processes that encode: what each is, and what it has at work. Those that are gone stay for a day.',
    fr: "Les processus qui encodent\u00a0: ce qu'est chacun, et ce qu'il encode. Ceux qui ne sont plus là restent un jour.",
  },
  table: 'workers',
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('workers'),
    name: rest.text({ label: { en: 'Name', fr: 'Nom' }, readOnly: true }),
    state: rest.computed({
      label: { en: 'State', fr: 'État' },
      columns: ['endedAt', 'seenAt', 'isDraining', 'encodings'],
      schema: { type: 'string', enum: workerStates },
      show: (row, { services }) => workerStateAt(services.now(), row as unknown as WorkerSigns),
    }),
    encodings: rest.computed({
      label: { en: 'Encodings at work', fr: 'Encodages en cours' },
      columns: ['encodings'],
      schema: { type: 'array', items: { type: 'string', format: 'uri' } },
      show: ({ encodings: ids }, { base }) =>
        [...new Set(ids as number[])].map((one) => rest.objectUrl(base, encodings.path, one)),
    }),
    host: rest.text({ label: { en: 'Machine', fr: 'Machine' }, readOnly: true }),
    version: rest.text({ label: { en: 'Version', fr: 'Version' }, readOnly: true }),
    cores: rest.integer({ label: { en: 'Cores', fr: 'Cœurs' }, readOnly: true }),
    concurrency: rest.integer({
      label: { en: 'Encodings at a time', fr: 'Encodages à la fois' },
      readOnly: true,
    }),
    encoder: rest.text({ label: { en: 'Encoder', fr: 'Encodeur' }, readOnly: true, nullable: true }),
    undecodable: rest.computed({
      label: { en: 'Does not decode', fr: 'Ne décode pas' },
      columns: ['undecodable'],
      schema: { type: 'array', items: { type: 'string' } },
      show: ({ undecodable }) => undecodable,
    }),
    is_service: rest.boolean({
      label: { en: 'Answers requests too', fr: 'Répond aussi aux requêtes' },
      readOnly: true,
    }),
    is_draining: rest.boolean({
      label: { en: 'Takes up nothing new', fr: "N'en commence plus" },
      readOnly: true,
    }),
    started_at: rest.dateTime({ label: { en: 'Started at', fr: 'Démarré le' }, readOnly: true }),
    seen_at: rest.dateTime({ label: { en: 'Seen at', fr: 'Vu le' }, readOnly: true }),
    ended_at: rest.dateTime({ label: { en: 'Ended at', fr: 'Arrêté le' }, readOnly: true }),
  },
  filters: { id: rest.equals('id'), name: rest.equals('name'), host: rest.equals('host') },
  search: ['name', 'host'],
  ordering: ['name'],
  actions: ['list', 'retrieve'],
  rights: forStaff,
});
