import type { Language } from './language/language.ts';

const en = {
  skip: 'Skip to content',
  main: 'Main',
  trail: 'You are here',
  words: 'Glossary',
  legal: 'Legal notice',
  accessibility: 'Accessibility',
  pages: 'Pages',
  pagesBelow: 'Pages, below the list',
  page: (page: number) => `Page ${page}`,
  pageOf: (page: number, lastPage: number) => `Page ${page} of ${lastPage}`,
  pageOfAbout: (page: number, lastPage: number) => `Page ${page} of about ${lastPage}`,
  about: (number: string) => `about ${number}`,
  first: 'First',
  previous: 'Previous',
  next: 'Next',
  last: 'Last',
  back: 'Back without changing anything',
  copy: 'Copy',
  copied: 'Copied',
  sending: 'Sending',
  notSent: 'The connection was lost. Nothing is stored; send it again.',
  search: 'Search',
  searchIn: (label: string) => `Search: ${label}`,
  choose: '(choose)',
  // `search-select.js` puts the number in.
  found: '{count} found',
  noneFound: 'Nothing found',
  chart: (title: string) => `Chart: ${title}; its table follows`,
  asTable: 'As a table',
  stale: 'This is not kept up to date at the moment. It is tried again by itself; or load the page again.',
};

type Words = typeof en;

const fr: Words = {
  skip: 'Aller au contenu',
  main: 'Principal',
  trail: 'Vous êtes ici',
  words: 'Glossaire',
  legal: 'Mentions légales',
  accessibility: 'Accessibilité',
  pages: 'Pages',
  pagesBelow: 'Pages, sous la liste',
  page: (page) => `Page ${page}`,
  pageOf: (page, lastPage) => `Page ${page} sur ${lastPage}`,
  pageOfAbout: (page, lastPage) => `Page ${page} sur environ ${lastPage}`,
  about: (number) => `environ ${number}`,
  first: 'Première',
  previous: 'Précédente',
  next: 'Suivante',
  last: 'Dernière',
  back: 'Revenir sans rien changer',
  copy: 'Copier',
  copied: 'Copié',
  sending: 'Envoi',
  notSent: 'La connexion est perdue. Rien n’est conservé\u202f; renvoyez le formulaire.',
  search: 'Rechercher',
  searchIn: (label) => `Rechercher\u00a0: ${label}`,
  choose: '(choisir)',
  found: '{count} trouvé(s)',
  noneFound: 'Aucun résultat',
  chart: (title) => `Graphique\u00a0: ${title}\u202f; son tableau suit`,
  asTable: 'En tableau',
  stale:
    'Ceci n’est pas tenu à jour pour le moment. Un nouvel essai se fait de lui-même\u202f; ou rechargez la page.',
};

/** What every page says, and the parts that pages are made of. */
export const pageWords = { en, fr } satisfies Record<Language, Words>;
