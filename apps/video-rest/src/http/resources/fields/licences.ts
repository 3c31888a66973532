import * as rest from '@campus/rest';

/** The licences of Creative Commons, by the codes that clients know. */
export const licences = rest.namedChoices({
  by: ['Attribution 4.0 International (CC BY 4.0)', 'Attribution 4.0 International (CC BY 4.0)'],
  'by-nd': [
    'Attribution-NoDerivatives 4.0 International (CC BY-ND 4.0)',
    'Attribution - Pas de modification 4.0 International (CC BY-ND 4.0)',
  ],
  'by-nc-nd': [
    'Attribution-NonCommercial-NoDerivatives 4.0 International (CC BY-NC-ND 4.0)',
    "Attribution - Pas d'utilisation commerciale - Pas de modification 4.0 International (CC BY-NC-ND 4.0)",
  ],
  'by-nc': [
    'Attribution-NonCommercial 4.0 International (CC BY-NC 4.0)',
    "Attribution - Pas d'utilisation commerciale 4.0 International (CC BY-NC 4.0)",
  ],
  'by-nc-sa': [
    'Attribution-NonCommercial-ShareAlike 4.0 International (CC BY-NC-SA 4.0)',
    "Attribution - Pas d'utilisation commerciale - Partage dans les mêmes conditions 4.0 International (CC BY-NC-SA 4.0)",
  ],
  'by-sa': [
    'Attribution-ShareAlike 4.0 International (CC BY-SA 4.0)',
    'Attribution - Partage dans les mêmes conditions 4.0 International (CC BY-SA 4.0)',
  ],
});
