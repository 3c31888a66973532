import type { Language } from '@campus/pages';

const en = {
  platform: 'Video platform',
  myVideos: 'My videos',
  videos: 'Videos',
  api: 'API',
  addVideo: 'Add a video',
  encodings: 'Encodings',
  users: 'Users',
  tokens: 'Tokens',
  rights: 'Rights',
  superuser: 'superuser: everything',
  staff: 'staff: all videos, types, buildings and broadcasters',
  ordinary: 'your own videos',
};

type Words = typeof en;

const fr: Words = {
  platform: 'Plateforme vidéo',
  myVideos: 'Mes vidéos',
  videos: 'Vidéos',
  api: 'API',
  addVideo: 'Ajouter une vidéo',
  encodings: 'Encodages',
  users: 'Utilisateurs',
  tokens: 'Jetons',
  rights: 'Droits',
  superuser: 'superutilisateur\u00a0: tout',
  staff: 'équipe\u00a0: toutes les vidéos, les types, les bâtiments et les diffuseurs',
  ordinary: 'vos propres vidéos',
};

/** What stands around the pages of this service. */
export const frameWords = { en, fr } satisfies Record<Language, Words>;
