import type { Language } from '@campus/pages';

const en = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  username: 'User name',
  password: 'Password',
  withOpenId: 'Sign in with your institution',
  withCas: 'Sign in with your institution (CAS)',
  signOutThere: 'Sign out at your institution too',
  notSignedIn: 'Not signed in',
  notSent: 'The form was not accepted',
  signedOut: 'You are signed out.',
  signedOutHere: 'You are signed out here. At your institution you may still be signed in.',
  goOn: 'Sign in to go on.',
  sessionEnded: 'Your session has ended. Nothing was saved.',
  tlsLost:
    'Nobody can sign in here yet: this service has an https address, but its proxy does not say that the request came by https; it must send X-Forwarded-Proto, and stand in server.trusted-proxies.',
  account: 'Your account',
  followedNoMore:
    'You are not signed in any more, or may not see this any more: what stands here is not kept up to date.',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'New password, once more',
  wrongPassword: 'This is not your current password.',
  changed: 'Your password is changed. Whoever was signed in elsewhere as you has to sign in again.',
  expired:
    'This page is out of date: the form was sent again from an earlier sign-in. Load it anew and try again.',
  tooLarge: 'The form is too large.',
  unreadable: 'The form could not be read.',
  noPassword: 'You sign in with your institution: there is no password here.',
};

type Words = typeof en;

const fr: Words = {
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  withOpenId: 'Se connecter avec votre établissement',
  withCas: 'Se connecter avec votre établissement (CAS)',
  signOutThere: 'Se déconnecter aussi de votre établissement',
  notSignedIn: 'Connexion impossible',
  notSent: 'Le formulaire n’a pas été accepté',
  signedOut: 'Vous êtes déconnecté.',
  signedOutHere:
    'Vous êtes déconnecté ici. Vous êtes peut-être encore connecté auprès de votre établissement.',
  goOn: 'Connectez-vous pour continuer.',
  sessionEnded: 'Votre session est terminée. Rien n’a été enregistré.',
  tlsLost:
    'Personne ne peut encore se connecter ici\u00a0: ce service a une adresse https, mais son proxy ne dit pas que la requête est venue par https\u202f; il doit envoyer X-Forwarded-Proto et figurer dans server.trusted-proxies.',
  account: 'Votre compte',
  followedNoMore:
    'Vous n’êtes plus connecté, ou n’avez plus le droit de voir ceci\u00a0: ce qui s’affiche ici n’est plus tenu à jour.',
  changePassword: 'Changer le mot de passe',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  repeatPassword: 'Nouveau mot de passe, encore une fois',
  wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
  changed: 'Votre mot de passe est changé. Vos autres sessions sont terminées.',
  expired:
    'Cette page n’est plus à jour\u00a0: le formulaire vient d’une connexion antérieure. Rechargez-la et réessayez.',
  tooLarge: 'Le formulaire est trop volumineux.',
  unreadable: 'Le formulaire n’a pas pu être lu.',
  noPassword: 'Vous vous connectez avec votre établissement\u00a0: il n’y a pas de mot de passe ici.',
};

/** What the pages of signing in say. */
export const signInWords = { en, fr } satisfies Record<Language, Words>;
