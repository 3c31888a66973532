import type { Language } from '@campus/language';

/** What stands around the pages of this service. */
export const words = {
  en: {
    platform: 'Video platform',
    api: 'API',
    addVideo: 'Add a video',
    encodings: 'Encodings',
    users: 'Users',
    tokens: 'Tokens',
    rights: 'Rights',
    superuser: 'superuser: everything',
    staff: 'staff: all videos, types, buildings and broadcasters',
    ordinary: 'your own videos',
  },
  fr: {
    platform: 'Plateforme vidéo',
    api: 'API',
    addVideo: 'Ajouter une vidéo',
    encodings: 'Encodages',
    users: 'Utilisateurs',
    tokens: 'Jetons',
    rights: 'Droits',
    superuser: 'superutilisateur : tout',
    staff: 'équipe : toutes les vidéos, les types, les bâtiments et les diffuseurs',
    ordinary: 'vos propres vidéos',
  },
} satisfies Record<Language, Record<string, string>>;
