import * as rest from '@campus/rest';
import { type WorkerSigns, workerStateAt, workerStates } from '../../domain/worker-state.ts';
import { encodings } from './encodings.ts';
import { forStaff } from './rights.ts';
import { defineResource } from './services.ts';

/** The processes that encode, those that are gone for up to a day too. */
export const workers = defineResource({
  path: 'workers',
  name: ['Worker', "Processus d'encodage"],
  plural: ['workers', "processus d'encodage"],
  description: [
    'The processes that encode: what each is, and what it has at work. Those that are gone stay for a day.',
    "Les processus qui encodent\u00a0: ce qu'est chacun, et ce qu'il encode. Ceux qui ne sont plus là restent un jour.",
  ],
  table: 'workers',
  fields: {
    id: rest.id(),
    url: rest.address('workers'),
    name: rest.text({ label: ['Name', 'Nom'], readOnly: true }),
    state: rest.computed({
      label: ['State', 'État'],
      columns: ['endedAt', 'seenAt', 'isDraining', 'encodings'],
      schema: { type: 'string', enum: workerStates },
      show: (row, { services }) => workerStateAt(services.now(), row as unknown as WorkerSigns),
    }),
    encodings: rest.computed({
      label: ['Encodings at work', 'Encodages en cours'],
      columns: ['encodings'],
      schema: { type: 'array', items: { type: 'string', format: 'uri' } },
      show: ({ encodings: ids }, { base }) =>
        [...new Set(ids as number[])].map((one) => rest.objectUrl(base, encodings.path, one)),
    }),
    host: rest.text({ label: ['Machine', 'Machine'], readOnly: true }),
    version: rest.text({ label: ['Version', 'Version'], readOnly: true }),
    cores: rest.integer({ label: ['Cores', 'Cœurs'], readOnly: true }),
    concurrency: rest.integer({ label: ['Encodings at a time', 'Encodages à la fois'], readOnly: true }),
    encoder: rest.text({ label: ['Encoder', 'Encodeur'], readOnly: true, nullable: true }),
    undecodable: rest.computed({
      label: ['Does not decode', 'Ne décode pas'],
      columns: ['undecodable'],
      schema: { type: 'array', items: { type: 'string' } },
      show: ({ undecodable }) => undecodable,
    }),
    is_service: rest.boolean({
      label: ['Answers requests too', 'Répond aussi aux requêtes'],
      readOnly: true,
    }),
    is_draining: rest.boolean({ label: ['Takes up nothing new', "N'en commence plus"], readOnly: true }),
    started_at: rest.dateTime({ label: ['Started at', 'Démarré le'], readOnly: true }),
    seen_at: rest.dateTime({ label: ['Seen at', 'Vu le'], readOnly: true }),
    ended_at: rest.dateTime({ label: ['Ended at', 'Arrêté le'], readOnly: true }),
  },
  filters: rest.eachEquals('id', 'name', 'host'),
  search: ['name', 'host'],
  ordering: ['name'],
  actions: ['list', 'retrieve'],
  rights: forStaff,
});
