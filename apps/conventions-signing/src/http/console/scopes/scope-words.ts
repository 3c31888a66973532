import { inEachLanguage } from '@campus/pages';

/** What pages say of scopes. */
export const scopeWords = inEachLanguage({
  scope: ['Sees', 'Périmètre'],
  everything: ['everything', 'tout'],
  departments: ['Departments', 'Départements'],
  workflows: ['Signing circuits', 'Circuits de signature'],
  department: (number: number) => [`Department ${number}`, `Département ${number}`],
  workflow: (number: number) => [`Signing circuit ${number}`, `Circuit de signature ${number}`],
  departmentsHelp: [
    'As records name them; for more, save and go on. All empty, with no signing circuit either: everything.',
    'Comme les dossiers les nomment\u202f; pour davantage, enregistrez et continuez. Tous vides, et sans circuit de signature\u00a0: tout est visible.',
  ],
  workflowsHelp: [
    'What belongs to one of the departments or goes by one of the circuits is seen.',
    'Est visible ce qui relève d’un des départements ou suit un des circuits.',
  ],
  unknown: {
    department: ['No record has this department.', 'Aucun dossier n’a ce département.'],
    workflowId: ['No record has this signing circuit.', 'Aucun dossier ne suit ce circuit de signature.'],
  },
  unseen: {
    department: [
      'No record that you may see has this department.',
      'Aucun dossier que vous pouvez voir n’a ce département.',
    ],
    workflowId: [
      'No record that you may see has this signing circuit.',
      'Aucun dossier que vous pouvez voir ne suit ce circuit de signature.',
    ],
  },
  nothingSeen: (scope: string) => [
    `There is nothing that you may see. You see: ${scope}. An administrator can change that.`,
    `Il n’y a rien que vous puissiez voir. Votre périmètre\u00a0: ${scope}. Un administrateur peut le modifier.`,
  ],
});
