import * as rest from '@campus/rest';

/** The degrees that a video may be part of, by the letters that clients know. */
export const cursus = rest.namedChoices([
  ['0', { en: 'None / All', fr: 'Aucun / Tous' }],
  ['L', { en: 'Bachelor’s Degree', fr: 'Licence' }],
  ['M', { en: 'Master’s Degree', fr: 'Master' }],
  ['D', { en: 'Doctorate', fr: 'Doctorat' }],
  ['1', { en: 'Other', fr: 'Autre' }],
]);
