import type { Language, OutcomeText } from '@campus/pages';
import { maxTemplates } from '../../../data/templates.ts';

const en = {
  templates: 'Templates',
  templatesMean:
    'A template fills in the form of a new agreement or amendment. What was registered with one does not change with it.',
  none: 'There is no template yet.',
  new: 'New template',
  editTitle: (name: string) => `Template ${name}`,
  name: 'Name of the template',
  workflow: 'Signing circuit',
  workflowHelp: 'Its name in the signing application; it may be empty.',
  signatories: 'Signatories',
  changed: 'Last change',
  changedBy: (person: string) => `by ${person}`,
  by: 'By',
  use: 'Actions',
  begin: 'New agreement',
  beginWith: (name: string) => `New agreement with ${name}`,
  delete: 'Delete',
  deleteTemplate: 'Delete the template',
  deleteTitle: (name: string) => `Delete the template ${name}`,
  deleteMeans: 'What was registered with it stays as it is.',
  make: 'Keep the template',
  save: 'Save',
  correct: 'Nothing was saved. Please correct what is marked below.',
  nameTaken: 'Another template has this name.',
  tooMany: `There are ${maxTemplates} templates, which is the most. Delete one first.`,
  changedMeanwhile: (person: string) =>
    `${person} has changed this template meanwhile, so nothing was saved. Below is what you have typed: save it again to put it in the place of that change.`,
  seeChange: 'See the change',
  changedBeforeDeletion: (person: string) =>
    `${person} has changed this template meanwhile, so it was not deleted. Look at it, and decide again.`,
  outcomes: {
    kept: { mood: 'good', text: 'The template is kept.' },
    changed: { mood: 'good', text: 'The template is changed.' },
    deleted: { mood: 'good', text: 'The template is deleted.' },
  } satisfies Record<string, OutcomeText>,
};

type Words = typeof en;

const fr: Words = {
  templates: 'Modèles',
  templatesMean:
    'Un modèle remplit le formulaire d’une nouvelle convention ou d’un nouvel avenant. Ce qui a été enregistré avec lui ne change pas avec lui.',
  none: 'Il n’y a pas encore de modèle.',
  new: 'Nouveau modèle',
  editTitle: (name) => `Modèle ${name}`,
  name: 'Nom du modèle',
  workflow: 'Circuit de signature',
  workflowHelp: 'Son nom dans l’application de signature\u202f; il peut être vide.',
  signatories: 'Signataires',
  changed: 'Dernière modification',
  changedBy: (person) => `par ${person}`,
  by: 'Par',
  use: 'Actions',
  begin: 'Nouvelle convention',
  beginWith: (name) => `Nouvelle convention avec ${name}`,
  delete: 'Supprimer',
  deleteTemplate: 'Supprimer le modèle',
  deleteTitle: (name) => `Supprimer le modèle ${name}`,
  deleteMeans: 'Ce qui a été enregistré avec lui reste tel quel.',
  make: 'Conserver le modèle',
  save: 'Enregistrer',
  correct: 'Rien n’a été enregistré. Veuillez corriger ce qui est signalé ci-dessous.',
  nameTaken: 'Un autre modèle porte ce nom.',
  tooMany: `Il y a ${maxTemplates} modèles, le maximum. Supprimez-en un d’abord.`,
  changedMeanwhile: (person) =>
    `${person} a modifié ce modèle entre-temps, donc rien n’a été enregistré. Voici ce que vous avez saisi\u00a0: enregistrez-le de nouveau pour le mettre à la place de cette modification.`,
  seeChange: 'Voir la modification',
  changedBeforeDeletion: (person) =>
    `${person} a modifié ce modèle entre-temps, donc il n’a pas été supprimé. Regardez-le et décidez de nouveau.`,
  outcomes: {
    kept: { mood: 'good', text: 'Le modèle est conservé.' },
    changed: { mood: 'good', text: 'Le modèle est modifié.' },
    deleted: { mood: 'good', text: 'Le modèle est supprimé.' },
  },
};

/** What the pages of templates say. */
export const templateWords = { en, fr } satisfies Record<Language, Words>;

/** What has been done with a template; stands as `done` in the address of their list. */
export type TemplateOutcome = keyof Words['outcomes'];
