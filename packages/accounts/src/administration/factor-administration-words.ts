import type { Language } from '@campus/pages';

const en = {
  secondFactor: 'Second factor',
  none: 'none',
  totp: 'authenticator app',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  codesLeft: (count: number) => (count === 1 ? '1 recovery code left' : `${count} recovery codes left`),
  remove: 'Remove the second factor',
  removeTitle: (username: string) => `Remove the second factor of ${username}`,
  removeMeans: (username: string) =>
    `For a phone that is lost: the authenticator app, the passkeys and the recovery codes of ${username} are removed, and all sessions end. Be sure that it is ${username} who asks: the password alone signs in then, or sets up another factor where the role needs one.`,
  removed: 'The second factor is removed, and the sessions are ended.',
};

type Words = typeof en;

const fr: Words = {
  secondFactor: 'Second facteur',
  none: 'aucun',
  totp: 'application d’authentification',
  passkeys: (count) => (count === 1 ? '1 clé d’accès' : `${count} clés d’accès`),
  codesLeft: (count) => (count === 1 ? 'il reste 1 code de secours' : `il reste ${count} codes de secours`),
  remove: 'Retirer le second facteur',
  removeTitle: (username) => `Retirer le second facteur du compte ${username}`,
  removeMeans: (username) =>
    `Pour un téléphone perdu\u00a0: l’application d’authentification, les clés d’accès et les codes de secours du compte ${username} sont retirés, et toutes les sessions se terminent. Assurez-vous que c’est bien ${username} qui le demande\u00a0: le mot de passe suffit alors pour se connecter, ou pour configurer un autre facteur si le rôle en exige un.`,
  removed: 'Le second facteur est retiré, et les sessions sont terminées.',
};

/** What those who administer accounts read of second factors. */
export const factorAdministrationWords = { en, fr } satisfies Record<Language, Words>;
