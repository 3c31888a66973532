import { inEachLanguage } from './language/in-each-language.ts';

/** What every page says, and the parts that pages are made of. */
export const pageWords = inEachLanguage({
  skip: ['Skip to content', 'Aller au contenu'],
  main: ['Main', 'Principal'],
  trail: ['You are here', 'Vous êtes ici'],
  words: ['Glossary', 'Glossaire'],
  legal: ['Legal notice', 'Mentions légales'],
  accessibility: ['Accessibility', 'Accessibilité'],
  dense: ['Dense lists', 'Listes serrées'],
  pages: ['Pages', 'Pages'],
  pagesBelow: ['Pages, below the list', 'Pages, sous la liste'],
  page: (page: number) => [`Page ${page}`, `Page ${page}`],
  pageOf: (page: number, lastPage: number) => [`Page ${page} of ${lastPage}`, `Page ${page} sur ${lastPage}`],
  pageOfAbout: (page: number, lastPage: number) => [
    `Page ${page} of about ${lastPage}`,
    `Page ${page} sur environ ${lastPage}`,
  ],
  about: (number: string) => [`about ${number}`, `environ ${number}`],
  first: ['First', 'Première'],
  previous: ['Previous', 'Précédente'],
  next: ['Next', 'Suivante'],
  last: ['Last', 'Dernière'],
  back: ['Back without changing anything', 'Revenir sans rien changer'],
  copy: ['Copy', 'Copier'],
  copied: ['Copied', 'Copié'],
  sending: ['Sending', 'Envoi'],
  notSent: [
    'The connection was lost. Nothing is stored; send it again.',
    'La connexion est perdue. Rien n’est conservé\u202f; renvoyez le formulaire.',
  ],
  search: ['Search', 'Rechercher'],
  searchIn: (label: string) => [`Search: ${label}`, `Rechercher\u00a0: ${label}`],
  choose: ['(choose)', '(choisir)'],
  // `search-select.js` puts the number in.
  found: ['{count} found', '{count} trouvé(s)'],
  noneFound: ['Nothing found', 'Aucun résultat'],
  chart: (title: string) => [
    `Chart: ${title}; its table follows`,
    `Graphique\u00a0: ${title}\u202f; son tableau suit`,
  ],
  asTable: ['As a table', 'En tableau'],
  stale: [
    'This is not kept up to date at the moment. It is tried again by itself; or load the page again.',
    'Ceci n’est pas tenu à jour pour le moment. Un nouvel essai se fait de lui-même\u202f; ou rechargez la page.',
  ],
});

/** What stands around the sentence of an error on a page of its own, for the words of a service to take in. */
export const errorPageWords = {
  titles: {
    400: ['Not understood', 'Non compris'],
    404: ['Not found', 'Introuvable'],
    409: ['Not possible now', 'Impossible maintenant'],
    413: ['Too large', 'Trop volumineux'],
    429: ['Too much at once', 'Trop à la fois'],
    500: ['Something went wrong', 'Quelque chose s’est mal passé'],
    503: ['Not available right now', 'Indisponible pour le moment'],
  },
  requestId: ['Request (finds it in the log)', 'Requête (se retrouve dans le journal)'],
  home: ['To the first page', 'Vers la page d’accueil'],
} as const;
