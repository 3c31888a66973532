import type { Language } from '@campus/pages';
import type { Place } from '../../../data/within-place.ts';

interface FoundWords {
  newest: string;
  searchLabel: string;
  search: string;
  found(words: string): string;
  none: string;
  noneFound(words: string): string;
  places: Record<Place, string>;
  by: string;
  byMore: string;
  others(count: number): string;
  feed: string;
  onAir: string;
  all: string;
}

/** The words of the pages that show what is public. */
export const foundWords: Record<Language, FoundWords> = {
  en: {
    newest: 'Newest videos',
    searchLabel: 'Title, person or subject',
    search: 'Search',
    found: (words) => `Videos with “${words}”`,
    none: 'There is no public video here yet.',
    noneFound: (words) =>
      `No public video has “${words}” in its title, its description or the names around it.`,
    places: {
      channels: 'Channels',
      themes: 'Themes',
      types: 'Types',
      disciplines: 'Disciplines',
      playlists: 'Playlists',
    },
    by: 'Browse',
    byMore: 'Browse more',
    others: (count) => `${count} more`,
    feed: 'Feed (RSS)',
    onAir: 'On air',
    all: 'All videos',
  },
  fr: {
    newest: 'Dernières vidéos',
    searchLabel: 'Titre, personne ou sujet',
    search: 'Rechercher',
    found: (words) => `Vidéos avec « ${words} »`,
    none: 'Il n’y a pas encore de vidéo publique ici.',
    noneFound: (words) =>
      `Aucune vidéo publique n’a « ${words} » dans son titre, sa description ou les noms qui l’entourent.`,
    places: {
      channels: 'Chaînes',
      themes: 'Thèmes',
      types: 'Types',
      disciplines: 'Disciplines',
      playlists: 'Listes de lecture',
    },
    by: 'Parcourir',
    byMore: 'Parcourir encore',
    others: (count) => (count < 2 ? `${count} autre` : `${count} autres`),
    feed: 'Flux (RSS)',
    onAir: 'En direct',
    all: 'Toutes les vidéos',
  },
};
