import { inEachLanguage } from '@campus/pages';

/** What pages say of scopes. */
export const scopeWords = inEachLanguage({
  scope: ['Sees', 'Périmètre'],
  everything: ['everything', 'tout'],
  departments: ['Departments', 'Départements'],
  workflows: ['Signing circuits', 'Circuits de signature'],
  departmentsHelp: [
    'One a line, as records name it. Empty, with no signing circuit either: everything.',
    'Un par ligne, comme les dossiers le nomment. Vide, et sans circuit de signature\u00a0: tout est visible.',
  ],
  workflowsHelp: [
    'One a line. What belongs to one of the departments or goes by one of the circuits is seen.',
    'Un par ligne. Est visible ce qui relève d’un des départements ou suit un des circuits.',
  ],
});
