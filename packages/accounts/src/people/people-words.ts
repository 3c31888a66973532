import { inEachLanguage, outcome, type Pair } from '@campus/pages';

/** What every service says of the people that it administers, for its words to take in. */
export const peopleWords = {
  username: ['User name', 'Nom d’utilisateur'],
  state: ['State', 'État'],
  active: ['active', 'actif'],
  deactivated: ['deactivated', 'désactivé'],
  created: ['Created', 'Créé'],
  save: ['Save', 'Enregistrer'],
  history: ['History', 'Historique'],
  setPasswordOf: (username: string): Pair => [
    `Set the password of ${username}`,
    `Définir le mot de passe du compte ${username}`,
  ],
  deactivate: ['Deactivate', 'Désactiver'],
  activate: ['Activate', 'Activer'],
} as const;

/** What every service says of what has just been done with somebody, likewise. */
export const peopleOutcomes = {
  passwordSet: outcome('good', ['The password is set.', 'Le mot de passe est défini.']),
  factorsRemoved: outcome('good', [
    'The second factor is removed, and the sessions are ended.',
    'Le second facteur est retiré, et les sessions sont terminées.',
  ]),
};

/** What those who administer accounts read of second factors. */
export const factorAdministrationWords = inEachLanguage({
  secondFactor: ['Second factor', 'Second facteur'],
  none: ['none', 'aucun'],
  totp: ['authenticator app', 'application d’authentification'],
  passkeys: (count: number) => [
    count === 1 ? '1 passkey' : `${count} passkeys`,
    count === 1 ? '1 clé d’accès' : `${count} clés d’accès`,
  ],
  codesLeft: (count: number) => [
    count === 1 ? '1 recovery code left' : `${count} recovery codes left`,
    count === 1 ? 'il reste 1 code de secours' : `il reste ${count} codes de secours`,
  ],
  remove: ['Remove the second factor', 'Retirer le second facteur'],
  removeTitle: (username: string) => [
    `Remove the second factor of ${username}`,
    `Retirer le second facteur du compte ${username}`,
  ],
  removeMeans: (username: string) => [
    `For a phone that is lost: the authenticator app, the passkeys and the recovery codes of ${username} are removed, and all sessions end. Be sure that it is ${username} who asks: the password alone signs in then, or sets up another factor where the role needs one.`,
    `Pour un téléphone perdu\u00a0: l’application d’authentification, les clés d’accès et les codes de secours du compte ${username} sont retirés, et toutes les sessions se terminent. Assurez-vous que c’est bien ${username} qui le demande\u00a0: le mot de passe suffit alors pour se connecter, ou pour configurer un autre facteur si le rôle en exige un.`,
  ],
});
