import * as rest from '@campus/rest';

/** The degrees that a video may be part of, by the letters that clients know. */
export const cursus = rest.namedChoices([
  ['0', ['None / All', 'Aucun / Tous']],
  ['L', ['Bachelor’s Degree', 'Licence']],
  ['M', ['Master’s Degree', 'Master']],
  ['D', ['Doctorate', 'Doctorat']],
  ['1', ['Other', 'Autre']],
]);
