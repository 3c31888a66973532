import type { Language } from '@campus/pages';

const en = {
  mine: 'My videos',
  everybodys: 'Videos',
  add: 'Add a video',
  searchMine: 'Title',
  searchAll: 'Title, or user name of the owner',
  search: 'Search',
  title: 'Title',
  owner: 'Owner',
  visibility: 'Who sees it',
  encoding: 'Encoding',
  added: 'Added',
  actions: 'Actions',
  notEncoded: 'not encoded',
  watch: 'Watch',
  watchNamed: (title: string) => `Watch ${title}`,
  change: 'Change',
  changeNamed: (title: string) => `Change ${title}`,
  sources: (amount: string) => `Your sources take ${amount}.`,
  videos: (amount: string) => `Your videos: ${amount}.`,
  of: (used: string, allowed: string) => `${used} of ${allowed}`,
  none: 'There is no video yet.',
  noneFound: (words: string) => `No video is found by "${words}".`,
};

type Words = typeof en;

const fr: Words = {
  mine: 'Mes vidéos',
  everybodys: 'Vidéos',
  add: 'Ajouter une vidéo',
  searchMine: 'Titre',
  searchAll: "Titre, ou nom d'utilisateur du propriétaire",
  search: 'Rechercher',
  title: 'Titre',
  owner: 'Propriétaire',
  visibility: 'Qui la voit',
  encoding: 'Encodage',
  added: 'Ajoutée',
  actions: 'Actions',
  notEncoded: 'non encodée',
  watch: 'Regarder',
  watchNamed: (title) => `Regarder ${title}`,
  change: 'Modifier',
  changeNamed: (title) => `Modifier ${title}`,
  sources: (amount) => `Vos sources occupent ${amount}.`,
  videos: (amount) => `Vos vidéos\u00a0: ${amount}.`,
  of: (used, allowed) => `${used} sur ${allowed}`,
  none: "Il n'y a pas encore de vidéo.",
  noneFound: (words) => `Aucune vidéo ne correspond à « ${words} ».`,
};

/** What the list of videos says to those who manage them. */
export const managedVideosWords = { en, fr } satisfies Record<Language, Words>;
