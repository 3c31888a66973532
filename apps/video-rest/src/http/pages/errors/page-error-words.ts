import { inEachLanguage } from '@campus/pages';

/** What pages say of errors, where the error itself says nothing better. */
export const pageErrorWords = inEachLanguage({
  titles: {
    400: ['Not understood', 'Non compris'],
    403: ['Not allowed', 'Accès refusé'],
    404: ['Not found', 'Introuvable'],
    409: ['Not possible now', 'Impossible maintenant'],
    413: ['Too large', 'Trop volumineux'],
    429: ['Too much at once', 'Trop à la fois'],
    500: ['Something went wrong', 'Quelque chose s’est mal passé'],
    503: ['Not available right now', 'Indisponible pour le moment'],
  },
  notDone: ['Not done', 'Rien n’est fait'],
  notFoundIs: [
    'There is no such page, or what it was about is not there any more.',
    'Cette page n’existe pas, ou ce dont elle parlait n’existe plus.',
  ],
  internalIs: [
    'Something went wrong on our side. Try again, or tell whoever runs this platform.',
    'Une erreur est survenue de notre côté. Réessayez, ou prévenez les responsables de la plateforme.',
  ],
  requestId: ['Request (finds it in the log)', 'Requête (se retrouve dans le journal)'],
  home: ['To the first page', 'Vers la page d’accueil'],
});
