import type { Language } from '@campus/pages';

const en = {
  sessions: 'Where you are signed in',
  meaning:
    'A session ends by itself after two hours without use, and twelve hours after signing in. End those that you do not know, and change your password then.',
  browser: 'Browser',
  signedIn: 'Signed in',
  lastUsed: 'Last used',
  thisDevice: 'this device',
  end: 'End',
  endOthers: 'End all others',
  ended: 'The session is ended.',
  othersEnded: 'All other sessions are ended.',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  unknownBrowser: 'Unknown browser',
};

type Words = typeof en;

const fr: Words = {
  sessions: 'Où vous êtes connecté',
  meaning:
    'Une session se termine d’elle-même après deux heures sans usage, et douze heures après la connexion. Terminez celles que vous ne connaissez pas, et changez alors de mot de passe.',
  browser: 'Navigateur',
  signedIn: 'Connexion',
  lastUsed: 'Dernier usage',
  thisDevice: 'cet appareil',
  end: 'Terminer',
  endOthers: 'Terminer toutes les autres',
  ended: 'La session est terminée.',
  othersEnded: 'Toutes les autres sessions sont terminées.',
  on: (browser, system) => `${browser} sous ${system}`,
  unknownBrowser: 'Navigateur inconnu',
};

/** What is said of the sessions of an account. */
export const sessionWords = { en, fr } satisfies Record<Language, Words>;
