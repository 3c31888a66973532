import type { Translated } from '@campus/pages';
import type { OpenIdErrorCode } from './open-id-error.ts';

/** What a page says to somebody who is not let in. `{name}` is who the identity provider says they are. */
export const openIdMessages = {
  unreachable: {
    en: 'The sign-in of your institution cannot be reached at the moment. Try again later.',
    fr: 'La connexion de votre établissement est injoignable pour le moment. Réessayez plus tard.',
  },
  denied: {
    en: 'You are not signed in: the sign-in was cancelled or refused at your institution.',
    fr: "Vous n'êtes pas connecté : la connexion a été annulée ou refusée par votre établissement.",
  },
  refused: {
    en: 'You are not signed in: your institution did not confirm who you are. Try again; if it happens again, ask an administrator.',
    fr: "Vous n'êtes pas connecté : votre établissement n'a pas confirmé votre identité. Réessayez ; si cela se reproduit, adressez-vous à un administrateur.",
  },
  stale: {
    en: 'This sign-in was begun too long ago, or somewhere else. Begin it again.',
    fr: 'Cette connexion a commencé il y a trop longtemps, ou ailleurs. Recommencez-la.',
  },
  no_account: {
    en: 'There is no account here for "{name}". Ask an administrator for one.',
    fr: "Il n'y a pas de compte ici pour « {name} ». Demandez-en un à un administrateur.",
  },
} satisfies Record<OpenIdErrorCode, Translated>;
