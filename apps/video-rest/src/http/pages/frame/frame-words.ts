import { inEachLanguage } from '@campus/pages';

/** What stands around the pages of this service. */
export const frameWords = inEachLanguage({
  platform: ['Video platform', 'Plateforme vidéo'],
  myList: ['My list', 'Ma liste'],
  myVideos: ['My videos', 'Mes vidéos'],
  videos: ['Videos', 'Vidéos'],
  api: ['API', 'API'],
  addVideo: ['Add a video', 'Ajouter une vidéo'],
  encodings: ['Encodings', 'Encodages'],
  exchange: ['Export and import', 'Export et import'],
  administration: ['Administration', 'Administration'],
  rights: ['Rights', 'Droits'],
  superuser: ['superuser: everything', 'superutilisateur\u00a0: tout'],
  staff: [
    'staff: all videos, types, buildings and broadcasters',
    'équipe\u00a0: toutes les vidéos, les types, les bâtiments et les diffuseurs',
  ],
  ordinary: ['your own videos', 'vos propres vidéos'],
});
