import type { Language } from '@campus/pages';

const en = {
  throughput: 'Throughput and waiting',
  hour: 'Hour',
  waitingNow: 'Runs that wait now',
  median: 'Half of them for',
  highest: 'Nine of ten for at most',
  encodedMinutes: 'Video encoded, in minutes an hour',
  minutesOfVideo: 'minutes of video',
  endedRuns: 'Runs that ended, by hour',
  done: 'done',
  failed: 'failed',
  medianWait: 'Wait of half of the runs that began, in minutes',
  highestWait: 'Wait of nine of ten at most, in minutes',
  minutes: 'minutes',
};

type Words = typeof en;

const fr: Words = {
  throughput: 'Débit et attente',
  hour: 'Heure',
  waitingNow: 'Encodages en attente',
  median: 'La moitié depuis',
  highest: 'Neuf sur dix depuis au plus',
  encodedMinutes: 'Vidéo encodée, en minutes par heure',
  minutesOfVideo: 'minutes de vidéo',
  endedRuns: 'Encodages finis, par heure',
  done: 'terminés',
  failed: 'échoués',
  medianWait: 'Attente de la moitié des encodages commencés, en minutes',
  highestWait: 'Attente de neuf sur dix au plus, en minutes',
  minutes: 'minutes',
};

/** What the charts of the encoder say. */
export const throughputWords = { en, fr } satisfies Record<Language, Words>;
