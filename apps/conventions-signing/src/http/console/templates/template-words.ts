import { inEachLanguage, outcome } from '@campus/pages';
import { maxTemplates } from '../../../signing/keep-template.ts';

/** What the pages of templates say. */
export const templateWords = inEachLanguage({
  templates: ['Templates', 'Modèles'],
  templatesMean: [
    'A template fills in the form of a new agreement or amendment. What was registered with one does not change with it.',
    'Un modèle remplit le formulaire d’une nouvelle convention ou d’un nouvel avenant. Ce qui a été enregistré avec lui ne change pas avec lui.',
  ],
  none: ['There is no template yet.', 'Il n’y a pas encore de modèle.'],
  new: ['New template', 'Nouveau modèle'],
  editTitle: (name: string) => [`Template ${name}`, `Modèle ${name}`],
  name: ['Name of the template', 'Nom du modèle'],
  workflow: ['Signing circuit', 'Circuit de signature'],
  workflowHelp: [
    'Its name in the signing application; it may be empty.',
    'Son nom dans l’application de signature\u202f; il peut être vide.',
  ],
  signatories: ['Signatories', 'Signataires'],
  changed: ['Last change', 'Dernière modification'],
  changedBy: (person: string) => [`by ${person}`, `par ${person}`],
  by: ['By', 'Par'],
  use: ['Actions', 'Actions'],
  begin: ['New agreement', 'Nouvelle convention'],
  beginWith: (name: string) => [`New agreement with ${name}`, `Nouvelle convention avec ${name}`],
  delete: ['Delete', 'Supprimer'],
  deleteTemplate: ['Delete the template', 'Supprimer le modèle'],
  deleteTitle: (name: string) => [`Delete the template ${name}`, `Supprimer le modèle ${name}`],
  deleteMeans: [
    'What was registered with it stays as it is.',
    'Ce qui a été enregistré avec lui reste tel quel.',
  ],
  make: ['Keep the template', 'Conserver le modèle'],
  save: ['Save', 'Enregistrer'],
  correct: [
    'Nothing was saved. Please correct what is marked below.',
    'Rien n’a été enregistré. Veuillez corriger ce qui est signalé ci-dessous.',
  ],
  nameTaken: ['Another template has this name.', 'Un autre modèle porte ce nom.'],
  tooMany: [
    `There are ${maxTemplates} templates, which is the most. Delete one first.`,
    `Il y a ${maxTemplates} modèles, le maximum. Supprimez-en un d’abord.`,
  ],
  changedMeanwhile: (person: string) => [
    `${person} has changed this template meanwhile, so nothing was saved. Below is what you have typed: save it again to put it in the place of that change.`,
    `${person} a modifié ce modèle entre-temps, donc rien n’a été enregistré. Voici ce que vous avez saisi\u00a0: enregistrez-le de nouveau pour le mettre à la place de cette modification.`,
  ],
  seeChange: ['See the change', 'Voir la modification'],
  changedBeforeDeletion: (person: string) => [
    `${person} has changed this template meanwhile, so it was not deleted. Look at it, and decide again.`,
    `${person} a modifié ce modèle entre-temps, donc il n’a pas été supprimé. Regardez-le et décidez de nouveau.`,
  ],
  outcomes: {
    kept: outcome('good', ['The template is kept.', 'Le modèle est conservé.']),
    changed: outcome('good', ['The template is changed.', 'Le modèle est modifié.']),
    deleted: outcome('good', ['The template is deleted.', 'Le modèle est supprimé.']),
  },
});

/** What has been done with a template; stands as `done` in the address of their list. */
export type TemplateOutcome = keyof (typeof templateWords)['en']['outcomes'];
