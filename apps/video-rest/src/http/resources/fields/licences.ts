import * as rest from '@campus/rest';

/** The licences of Creative Commons, by the codes that clients know. */
export const licences = rest.namedChoices({
  by: {
    en: 'Attribution 4.0 International (CC BY 4.0)',
    fr: 'Attribution 4.0 International (CC BY 4.0)',
  },
  'by-nd': {
    en: 'Attribution-NoDerivatives 4.0 International (CC BY-ND 4.0)',
    fr: 'Attribution - Pas de modification 4.0 International (CC BY-ND 4.0)',
  },
  'by-nc-nd': {
    en: 'Attribution-NonCommercial-NoDerivatives 4.0 International (CC BY-NC-ND 4.0)',
    fr: "Attribution - Pas d'utilisation commerciale - Pas de modification 4.0 International (CC BY-NC-ND 4.0)",
  },
  'by-nc': {
    en: 'Attribution-NonCommercial 4.0 International (CC BY-NC 4.0)',
    fr: "Attribution - Pas d'utilisation commerciale 4.0 International (CC BY-NC 4.0)",
  },
  'by-nc-sa': {
    en: 'Attribution-NonCommercial-ShareAlike 4.0 International (CC BY-NC-SA 4.0)',
    fr: "Attribution - Pas d'utilisation commerciale - Partage dans les mêmes conditions 4.0 International (CC BY-NC-SA 4.0)",
  },
  'by-sa': {
    en: 'Attribution-ShareAlike 4.0 International (CC BY-SA 4.0)',
    fr: 'Attribution - Partage dans les mêmes conditions 4.0 International (CC BY-SA 4.0)',
  },
});
