/** What stands around the sentence of an error on a page of its own, for the words of a service to take in. */
export const errorPageWords = {
  titles: {
    400: ['Not understood', 'Non compris'],
    404: ['Not found', 'Introuvable'],
    409: ['Not possible now', 'Impossible maintenant'],
    413: ['Too large', 'Trop volumineux'],
    429: ['Too much at once', 'Trop à la fois'],
    500: ['Something went wrong', 'Quelque chose s’est mal passé'],
    503: ['Not available right now', 'Indisponible pour le moment'],
  },
  requestId: ['Request (finds it in the log)', 'Requête (se retrouve dans le journal)'],
  home: ['To the first page', 'Vers la page d’accueil'],
} as const;
