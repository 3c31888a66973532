import { inEachLanguage } from '@campus/pages';

/** What the charts of the encoder say. */
export const throughputWords = inEachLanguage({
  throughput: ['Throughput and waiting', 'Débit et attente'],
  hour: ['Hour', 'Heure'],
  waitingNow: ['Runs that wait now', 'Encodages en attente'],
  median: ['Half of them for', 'La moitié depuis'],
  highest: ['Nine of ten for at most', 'Neuf sur dix depuis au plus'],
  encodedMinutes: ['Video encoded, in minutes an hour', 'Vidéo encodée, en minutes par heure'],
  minutesOfVideo: ['minutes of video', 'minutes de vidéo'],
  endedRuns: ['Runs that ended, by hour', 'Encodages finis, par heure'],
  done: ['done', 'terminés'],
  failed: ['failed', 'échoués'],
  medianWait: [
    'Wait of half of the runs that began, in minutes',
    'Attente de la moitié des encodages commencés, en minutes',
  ],
  highestWait: ['Wait of nine of ten at most, in minutes', 'Attente de neuf sur dix au plus, en minutes'],
  minutes: ['minutes', 'minutes'],
});
