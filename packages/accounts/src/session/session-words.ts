import { inEachLanguage } from '@campus/pages';

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
  endOthers: ['End all others', 'Terminer toutes les autres'],
  ended: ['The session is ended.', 'La session est terminée.'],
  othersEnded: ['All other sessions are ended.', 'Toutes les autres sessions sont terminées.'],
  on: (browser: string, system: string) => [`${browser} on ${system}`, `${browser} sous ${system}`],
  unknownBrowser: ['Unknown browser', 'Navigateur inconnu'],
});
