import { inEachLanguage } from '@campus/pages';

/** What the pages of signing in say. */
export const signInWords = inEachLanguage({
  signIn: ['Sign in', 'Se connecter'],
  signOut: ['Sign out', 'Se déconnecter'],
  username: ['User name', 'Nom d’utilisateur'],
  password: ['Password', 'Mot de passe'],
  withOpenId: ['Sign in with your institution', 'Se connecter avec votre établissement'],
  withCas: ['Sign in with your institution (CAS)', 'Se connecter avec votre établissement (CAS)'],
  signOutThere: ['Sign out at your institution too', 'Se déconnecter aussi de votre établissement'],
  notSignedIn: ['Not signed in', 'Connexion impossible'],
  notSent: ['The form was not accepted', 'Le formulaire n’a pas été accepté'],
  signedOut: ['You are signed out.', 'Vous êtes déconnecté.'],
  signedOutHere: [
    'You are signed out here. At your institution you may still be signed in.',
    'Vous êtes déconnecté ici. Vous êtes peut-être encore connecté auprès de votre établissement.',
  ],
  goOn: ['Sign in to go on.', 'Connectez-vous pour continuer.'],
  sessionEnded: [
    'Your session has ended. Nothing was saved.',
    'Votre session est terminée. Rien n’a été enregistré.',
  ],
  tlsLost: [
    'Nobody can sign in here yet: this service has an https address, but its proxy does not say that the request came by https; it must send X-Forwarded-Proto, and stand in server.trusted-proxies.',
    'Personne ne peut encore se connecter ici\u00a0: ce service a une adresse https, mais son proxy ne dit pas que la requête est venue par https\u202f; il doit envoyer X-Forwarded-Proto et figurer dans server.trusted-proxies.',
  ],
  account: ['Your account', 'Votre compte'],
  followedNoMore: [
    'You are not signed in any more, or may not see this any more: what stands here is not kept up to date.',
    'Vous n’êtes plus connecté, ou n’avez plus le droit de voir ceci\u00a0: ce qui s’affiche ici n’est plus tenu à jour.',
  ],
  changePassword: ['Change password', 'Changer le mot de passe'],
  currentPassword: ['Current password', 'Mot de passe actuel'],
  newPassword: ['New password', 'Nouveau mot de passe'],
  repeatPassword: ['New password, once more', 'Nouveau mot de passe, encore une fois'],
  wrongPassword: ['This is not your current password.', 'Ce n’est pas votre mot de passe actuel.'],
  changed: [
    'Your password is changed. Whoever was signed in elsewhere as you has to sign in again.',
    'Votre mot de passe est changé. Vos autres sessions sont terminées.',
  ],
  expired: [
    'This page is out of date: the form was sent again from an earlier sign-in. Load it anew and try again.',
    'Cette page n’est plus à jour\u00a0: le formulaire vient d’une connexion antérieure. Rechargez-la et réessayez.',
  ],
  tooLarge: ['The form is too large.', 'Le formulaire est trop volumineux.'],
  unreadable: ['The form could not be read.', 'Le formulaire n’a pas pu être lu.'],
  noPassword: [
    'You sign in with your institution: there is no password here.',
    'Vous vous connectez avec votre établissement\u00a0: il n’y a pas de mot de passe ici.',
  ],
});

/** What is said of the sessions of an account. */
export const sessionWords = inEachLanguage({
  sessions: ['Where you are signed in', 'Où vous êtes connecté'],
  meaning: [
    'A session ends by itself after two hours without use, and twelve hours after signing in. End those that you do not know, and change your password then.',
    'Une session se termine d’elle-même après deux heures sans usage, et douze heures après la connexion. Terminez celles que vous ne connaissez pas, et changez alors de mot de passe.',
  ],
  browser: ['Browser', 'Navigateur'],
  signedIn: ['Signed in', 'Connexion'],
  lastUsed: ['Last used', 'Dernier usage'],
  thisDevice: ['this device', 'cet appareil'],
  end: ['End', 'Terminer'],
  endSome: ['End sessions', 'Terminer des sessions'],
  endOthers: ['End all others', 'Terminer toutes les autres'],
  ended: ['The session is ended.', 'La session est terminée.'],
  othersEnded: ['All other sessions are ended.', 'Toutes les autres sessions sont terminées.'],
  on: (browser: string, system: string) => [`${browser} on ${system}`, `${browser} sous ${system}`],
  unknownBrowser: ['Unknown browser', 'Navigateur inconnu'],
});
