import { inEachLanguage } from '@campus/pages';

/** What stands around the sentence of a refusal on a page of its own. */
export const errorPageWords = inEachLanguage({
  titles: {
    400: ['Not understood', 'Non compris'],
    403: ['Not allowed', 'Non autorisé'],
    404: ['Not found', 'Introuvable'],
    405: ['Not offered here', 'Non proposé ici'],
    406: ['Not offered here', 'Non proposé ici'],
    409: ['Not possible now', 'Impossible maintenant'],
    413: ['Too large', 'Trop volumineux'],
    429: ['Too much at once', 'Trop à la fois'],
    500: ['Something went wrong', 'Quelque chose s’est mal passé'],
    503: ['Not available right now', 'Indisponible pour le moment'],
    507: ['No space left', 'Plus de place'],
  },
  requestId: ['Request (finds it in the log)', 'Requête (se retrouve dans le journal)'],
  home: ['To the first page', 'Vers la page d’accueil'],
});
