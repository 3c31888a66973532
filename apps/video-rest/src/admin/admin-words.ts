import type { Language } from '@campus/language';

const en = {
  administration: 'Administration',
  tokens: 'Access tokens',
  tokensAre: 'Make and revoke the keys by which programs use the API.',
  users: 'Users',
  usersAre: 'Make accounts, change what they may do, deactivate them, set their passwords.',
  encodings: 'Encodings',
  encodingsAre: 'See the queue and what became of recent runs; launch again, cancel.',
  search: 'Search',
  cancel: 'Back without changing anything',
  notAllowed: 'Not allowed',
  notAllowedFor: (username: string) =>
    `You are signed in as ${username}, whose rights do not reach to this page. Ask a superuser, or sign in as somebody else.`,
  notFound: 'Not found',
  notFoundIs: 'There is no such page, or what it was about is not there any more.',
  yes: 'yes',
  no: 'no',
  never: 'never',
};

type Words = typeof en;

const fr: Words = {
  administration: 'Administration',
  tokens: "Jetons d'accès",
  tokensAre: "Créer et révoquer les clés par lesquelles les programmes utilisent l'API.",
  users: 'Utilisateurs',
  usersAre: 'Créer des comptes, changer leurs droits, les désactiver, définir leurs mots de passe.',
  encodings: 'Encodages',
  encodingsAre: "Voir la file d'attente et le résultat des derniers encodages ; relancer, annuler.",
  search: 'Rechercher',
  cancel: 'Revenir sans rien changer',
  notAllowed: 'Accès refusé',
  notAllowedFor: (username) =>
    `Vous êtes connecté en tant que ${username}, dont les droits ne vont pas jusqu'à cette page. Demandez à un superutilisateur, ou connectez-vous sous un autre nom.`,
  notFound: 'Introuvable',
  notFoundIs: "Cette page n'existe pas, ou ce dont elle parlait n'existe plus.",
  yes: 'oui',
  no: 'non',
  never: 'jamais',
};

/** What the pages of the administration say wherever they are; what one of them alone says stands beside it. */
export const adminWords = { en, fr } satisfies Record<Language, Words>;
