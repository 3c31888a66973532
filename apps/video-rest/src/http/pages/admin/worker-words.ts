import type { Language, OutcomeText } from '@campus/pages';
import type { EncodingOutcome } from '../../../figures.ts';
import type { WorkerState } from '../../../videos/worker-state.ts';

const en = {
  workers: 'Workers',
  none: 'No process encodes: nothing of the queue is taken up.',
  name: 'Name',
  state: 'State',
  atWork: 'At work',
  ofMost: (busy: number, most: number) => `${busy} of ${most}`,
  version: 'Version',
  cores: 'Cores',
  encoder: 'Encoder',
  doesNotDecode: (codecs: readonly string[]) => `does not decode ${codecs.join(', ')}`,
  seen: 'Seen',
  lately: (hours: number) => `Last ${hours} hours`,
  timeline: (name: string, count: number, hours: number) =>
    `${name} has had ${count === 1 ? 'one encoding' : `${count} encodings`} at work in the last ${hours} hours`,
  actions: 'Actions',
  drain: 'Drain',
  drainNamed: (name: string) => `Drain ${name}: it finishes what it has, and takes up nothing new`,
  undrain: 'Undrain',
  undrainNamed: (name: string) => `Undrain ${name}: it takes up encodings again`,
  stints: 'What the workers did',
  stintsLately: (hours: number) => `What the workers did in the last ${hours} hours`,
  nothing: 'None has had an encoding at work.',
  worker: 'Worker',
  video: 'Video',
  from: 'From',
  to: 'To',
  outcome: 'Outcome',
  states: {
    free: 'free',
    busy: 'busy',
    draining: 'draining',
    lost: 'lost',
    gone: 'gone',
  } satisfies Record<WorkerState, string>,
  outcomesOfRuns: {
    done: 'done',
    retried: 'failed, tried again',
    failed: 'failed',
    cancelled: 'cancelled, or taken up by another',
    handed_back: 'handed back',
    part_done: 'a part of it is done',
  } satisfies Record<EncodingOutcome, string>,
  stillAtWork: 'at work',
  cutOff: 'cut off: the worker was lost',
  outcomes: {
    drained: { mood: 'good', text: 'The worker takes up nothing new.' },
    undrained: { mood: 'good', text: 'The worker takes up encodings again.' },
    notThere: { mood: 'info', text: 'The worker is not there any more.' },
  } satisfies Record<string, OutcomeText>,
};

type Words = typeof en;

const fr: Words = {
  workers: 'Processus d’encodage',
  none: 'Aucun processus n’encode\u00a0: la file d’attente n’avance pas.',
  name: 'Nom',
  state: 'État',
  atWork: 'En cours',
  ofMost: (busy, most) => `${busy} sur ${most}`,
  version: 'Version',
  cores: 'Cœurs',
  encoder: 'Encodeur',
  doesNotDecode: (codecs) => `ne décode pas ${codecs.join(', ')}`,
  seen: 'Vu',
  lately: (hours) => `${hours} dernières heures`,
  timeline: (name, count, hours) =>
    `${name} a traité ${count === 1 ? 'un encodage' : `${count} encodages`} ces ${hours} dernières heures`,
  actions: 'Actions',
  drain: 'Vider',
  drainNamed: (name) => `Vider ${name}\u00a0: il finit ce qu’il a et n’en commence plus`,
  undrain: 'Remettre au travail',
  undrainNamed: (name) => `Remettre ${name} au travail\u00a0: il reprend des encodages`,
  stints: 'Ce que les processus d’encodage ont fait',
  stintsLately: (hours) => `Ce que les processus d’encodage ont fait ces ${hours} dernières heures`,
  nothing: 'Aucun n’a traité d’encodage.',
  worker: 'Processus',
  video: 'Vidéo',
  from: 'De',
  to: 'À',
  outcome: 'Issue',
  states: {
    free: 'libre',
    busy: 'occupé',
    draining: 'se vide',
    lost: 'perdu',
    gone: 'parti',
  },
  outcomesOfRuns: {
    done: 'terminé',
    retried: 'échoué, réessayé',
    failed: 'échoué',
    cancelled: 'annulé, ou repris par un autre',
    handed_back: 'rendu',
    part_done: 'une partie est faite',
  },
  stillAtWork: 'en cours',
  cutOff: 'interrompu\u00a0: le processus a été perdu',
  outcomes: {
    drained: { mood: 'good', text: 'Le processus n’en commence plus.' },
    undrained: { mood: 'good', text: 'Le processus reprend des encodages.' },
    notThere: { mood: 'info', text: 'Le processus n’est plus là.' },
  },
};

/** What the pages say of workers. */
export const workerWords = { en, fr } satisfies Record<Language, Words>;
