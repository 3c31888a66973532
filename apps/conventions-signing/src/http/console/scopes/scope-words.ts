import type { Language } from '@campus/pages';

const en = {
  scope: 'Sees',
  everything: 'everything',
  departments: 'Departments',
  workflows: 'Signing circuits',
  departmentsHelp: 'One a line, as records name it. Empty, with no signing circuit either: everything.',
  workflowsHelp: 'One a line. What belongs to one of the departments or goes by one of the circuits is seen.',
};

type Words = typeof en;

const fr: Words = {
  scope: 'Périmètre',
  everything: 'tout',
  departments: 'Départements',
  workflows: 'Circuits de signature',
  departmentsHelp:
    'Un par ligne, comme les dossiers le nomment. Vide, et sans circuit de signature\u00a0: tout est visible.',
  workflowsHelp: 'Un par ligne. Est visible ce qui relève d’un des départements ou suit un des circuits.',
};

/** What pages say of scopes. */
export const scopeWords = { en, fr } satisfies Record<Language, Words>;
