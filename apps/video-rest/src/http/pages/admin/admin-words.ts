import type { Language } from '@campus/pages';

const en = {
  administration: 'Administration',
  tokens: 'Access tokens',
  tokensAre: 'Make and revoke the keys by which programs use the API.',
  users: 'Users',
  usersAre: 'Make accounts, change what they may do, deactivate them, set their passwords.',
  history: 'History',
  historyIs: 'See what was done to accounts, rights, passwords and tokens, and by whom.',
  encodings: 'Encodings',
  encodingsAre: 'See the queue and what became of recent runs; launch again, cancel.',
  search: 'Search',
};

type Words = typeof en;

const fr: Words = {
  administration: 'Administration',
  tokens: 'Jetons d’accès',
  tokensAre: 'Créer et révoquer les clés par lesquelles les programmes utilisent l’API.',
  users: 'Utilisateurs',
  usersAre: 'Créer des comptes, changer leurs droits, les désactiver, définir leurs mots de passe.',
  history: 'Historique',
  historyIs: 'Voir ce qui a été fait aux comptes, droits, mots de passe et jetons, et par qui.',
  encodings: 'Encodages',
  encodingsAre: 'Voir la file d’attente et le résultat des derniers encodages\u202f; relancer, annuler.',
  search: 'Rechercher',
};

/** What the pages of the administration say wherever they are; what one of them alone says stands beside it. */
export const adminWords = { en, fr } satisfies Record<Language, Words>;
