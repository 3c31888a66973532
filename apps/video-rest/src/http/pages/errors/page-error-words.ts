import type { Language } from '@campus/pages';

const en = {
  titles: {
    400: 'Not understood',
    403: 'Not allowed',
    404: 'Not found',
    409: 'Not possible now',
    413: 'Too large',
    429: 'Too much at once',
    500: 'Something went wrong',
    503: 'Not available right now',
  },
  notDone: 'Not done',
  notFoundIs: 'There is no such page, or what it was about is not there any more.',
  internalIs: 'Something went wrong on our side. Try again, or tell whoever runs this platform.',
  requestId: 'Request (finds it in the log)',
  home: 'To the first page',
};

type Words = typeof en;

const fr: Words = {
  titles: {
    400: 'Non compris',
    403: 'Accès refusé',
    404: 'Introuvable',
    409: 'Impossible maintenant',
    413: 'Trop volumineux',
    429: 'Trop à la fois',
    500: 'Quelque chose s’est mal passé',
    503: 'Indisponible pour le moment',
  },
  notDone: 'Rien n’est fait',
  notFoundIs: 'Cette page n’existe pas, ou ce dont elle parlait n’existe plus.',
  internalIs:
    'Une erreur est survenue de notre côté. Réessayez, ou prévenez les responsables de la plateforme.',
  requestId: 'Requête (se retrouve dans le journal)',
  home: 'Vers la page d’accueil',
};

/** What pages say of errors, where the error itself says nothing better. */
export const pageErrorWords = { en, fr } satisfies Record<Language, Words>;
