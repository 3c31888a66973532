import { inEachLanguage, outcome, type Pair } from '@campus/pages';
import type { WorkerState } from '../../../domain/worker-state.ts';
import type { EncodingOutcome } from '../../../figures.ts';

/** What the pages say of workers. */
export const workerWords = inEachLanguage({
  workers: ['Workers', 'Processus d’encodage'],
  none: [
    'No process encodes: nothing of the queue is taken up.',
    'Aucun processus n’encode\u00a0: la file d’attente n’avance pas.',
  ],
  name: ['Name', 'Nom'],
  state: ['State', 'État'],
  atWork: ['At work', 'En cours'],
  ofMost: (busy: number, most: number) => [`${busy} of ${most}`, `${busy} sur ${most}`],
  version: ['Version', 'Version'],
  cores: ['Cores', 'Cœurs'],
  encoder: ['Encoder', 'Encodeur'],
  doesNotDecode: (codecs: readonly string[]) => [
    `does not decode ${codecs.join(', ')}`,
    `ne décode pas ${codecs.join(', ')}`,
  ],
  seen: ['Seen', 'Vu'],
  lately: (hours: number) => [`Last ${hours} hours`, `${hours} dernières heures`],
  timeline: (name: string, count: number, hours: number) => [
    `${name} has had ${count === 1 ? 'one encoding' : `${count} encodings`} at work in the last ${hours} hours`,
    `${name} a traité ${count === 1 ? 'un encodage' : `${count} encodages`} ces ${hours} dernières heures`,
  ],
  actions: ['Actions', 'Actions'],
  drain: ['Drain', 'Vider'],
  drainNamed: (name: string) => [
    `Drain ${name}: it finishes what it has, and takes up nothing new`,
    `Vider ${name}\u00a0: il finit ce qu’il a et n’en commence plus`,
  ],
  undrain: ['Undrain', 'Remettre au travail'],
  undrainNamed: (name: string) => [
    `Undrain ${name}: it takes up encodings again`,
    `Remettre ${name} au travail\u00a0: il reprend des encodages`,
  ],
  stints: ['What the workers did', 'Ce que les processus d’encodage ont fait'],
  stintsLately: (hours: number) => [
    `What the workers did in the last ${hours} hours`,
    `Ce que les processus d’encodage ont fait ces ${hours} dernières heures`,
  ],
  nothing: ['None has had an encoding at work.', 'Aucun n’a traité d’encodage.'],
  worker: ['Worker', 'Processus'],
  video: ['Video', 'Vidéo'],
  from: ['From', 'De'],
  to: ['To', 'À'],
  outcome: ['Outcome', 'Issue'],
  states: {
    free: ['free', 'libre'],
    busy: ['busy', 'occupé'],
    draining: ['draining', 'se vide'],
    lost: ['lost', 'perdu'],
    gone: ['gone', 'parti'],
  } satisfies Record<WorkerState, Pair>,
  outcomesOfRuns: {
    done: ['done', 'terminé'],
    retried: ['failed, tried again', 'échoué, réessayé'],
    failed: ['failed', 'échoué'],
    cancelled: ['cancelled, or taken up by another', 'annulé, ou repris par un autre'],
    handed_back: ['handed back', 'rendu'],
    part_done: ['a part of it is done', 'une partie est faite'],
  } satisfies Record<EncodingOutcome, Pair>,
  stillAtWork: ['at work', 'en cours'],
  cutOff: ['cut off: the worker was lost', 'interrompu\u00a0: le processus a été perdu'],
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
  outcomes: {
    drained: outcome('good', ['The worker takes up nothing new.', 'Le processus n’en commence plus.']),
    undrained: outcome('good', [
      'The worker takes up encodings again.',
      'Le processus reprend des encodages.',
    ]),
    notThere: outcome('info', ['The worker is not there any more.', 'Le processus n’est plus là.']),
  },
});
