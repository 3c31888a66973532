import type { Language } from '@campus/pages';

/** By the English words that the scripts of the player ask for; video.js brings those of its own controls. */
const fr = {
  Quality: 'Qualité',
  Auto: 'Auto',
  Keyboard: 'Touches du clavier',
  Space: 'Espace',
  'Play or pause': 'Lire ou mettre en pause',
  '5 seconds back or forward': 'Reculer ou avancer de 5 secondes',
  '10 seconds back or forward': 'Reculer ou avancer de 10 secondes',
  'To that tenth of the video': 'À ce dixième de la vidéo',
  'Louder or quieter': 'Plus ou moins fort',
  'Slower or faster': 'Plus lent ou plus rapide',
  'Subtitles on or off': 'Avec ou sans sous-titres',
  'Fullscreen on or off': 'En plein écran ou non',
  'This help': 'Cette aide',
  'Go on at {1}': 'Reprendre à {1}',
  'Forget the place': 'Oublier cet endroit',
  'Playback Rate': 'Vitesse',
  Captions: 'Sous-titres',
  'Exit Fullscreen': 'Quitter le plein écran',
  Mute: 'Couper le son',
  Unmute: 'Remettre le son',
  'The stream cannot be reached. It begins by itself when it can.':
    'Le flux est injoignable. La lecture commencera d’elle-même dès qu’il répondra.',
};

const en: Partial<typeof fr> = { 'Playback Rate': 'Speed', Captions: 'Subtitles' };

/** What the player says, in so far as video.js does not. */
export const playerWords = { en, fr } satisfies Record<Language, object>;
