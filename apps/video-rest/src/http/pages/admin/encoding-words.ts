import type { Language, OutcomeText } from '@campus/pages';
import type { EncodingPriority } from '../../../videos/encoding-priorities.ts';

const en = {
  allStates: 'all states',
  show: 'Show',
  refresh: 'Refresh',
  queue: 'Queue',
  recent: 'Recent runs',
  nothingQueued: 'Nothing is queued or running.',
  nothing: 'There is no such run.',
  video: 'Video',
  state: 'State',
  progress: 'Progress',
  progressOf: (title: string) => `Progress of ${title}`,
  speed: (times: string) => `speed ${times}×`,
  left: (time: string) => `${time} left`,
  attempts: 'Attempts',
  requested: 'Asked for',
  finished: 'Ended',
  error: 'Error',
  breaks: (count: number) =>
    `The times of the source broke ${count === 1 ? 'once' : `${count} times`}, as where a recorder reconnected; its parts were joined.`,
  soundsLeftOut: (count: number) =>
    count === 1
      ? 'A further sound of the source is not played.'
      : `${count} further sounds of the source are not played.`,
  pictureSubtitles: (count: number) =>
    `${count === 1 ? 'Subtitles' : `${count} tracks of subtitles`} in the source are pictures, which cannot be made text.`,
  started: 'Begun',
  remarks: 'Remarks',
  runOf: (title: string) => `Encoding of ${title}`,
  detailsOf: (title: string) => `Log of the encoding of ${title}`,
  log: 'Log',
  logIs: (lines: number) => `What its workers and ffmpeg said last, at most ${lines} lines; times are UTC.`,
  noLog: 'Nothing was said.',
  actions: 'Actions',
  inApi: 'in the API',
  inApiNamed: (title: string) => `${title} in the API`,
  launch: 'Launch again',
  launchNamed: (title: string) => `Launch ${title} again`,
  place: (place: number) => `place ${place}`,
  waitsForDecoder: (codecs: readonly string[]) => `waits for a worker that decodes ${codecs.join(', ')}`,
  priority: (priority: EncodingPriority) => `${priority} priority`,
  prioritise: (priority: EncodingPriority) =>
    ({ high: 'Sooner', normal: 'In its turn', low: 'Later' })[priority],
  prioritiseNamed: (title: string) => `When ${title} is encoded`,
  cancel: 'Cancel',
  cancelNamed: (title: string) => `Cancel the encoding of ${title}`,
  cancelTitle: 'Cancel this encoding?',
  cancelIt: 'Cancel the encoding',
  cancelMeans:
    'What it has made so far is thrown away. What was on air before stays on air, and the encoding may be launched again.',
  outcomes: {
    launched: { mood: 'good', text: 'The encoding is in the queue.' },
    prioritised: { mood: 'good', text: 'The queue is in its new order.' },
    cancelled: { mood: 'good', text: 'The encoding is cancelled.' },
    wasOver: { mood: 'info', text: 'The encoding was over already.' },
  } satisfies Record<string, OutcomeText>,
};

type Words = typeof en;

const fr: Words = {
  allStates: 'tous les états',
  show: 'Afficher',
  refresh: 'Actualiser',
  queue: 'File d’attente',
  recent: 'Derniers encodages',
  nothingQueued: 'Rien en attente ni en cours.',
  nothing: 'Aucun encodage.',
  video: 'Vidéo',
  state: 'État',
  progress: 'Avancement',
  progressOf: (title) => `Avancement de ${title}`,
  speed: (times) => `vitesse ${times}×`,
  left: (time) => `encore ${time}`,
  attempts: 'Tentatives',
  requested: 'Demandé',
  finished: 'Fini',
  error: 'Erreur',
  breaks: (count) =>
    `Les temps de la source sont rompus ${count === 1 ? 'une fois' : `${count} fois`}, comme par un enregistreur qui se reconnecte\u202f; ses parties ont été jointes.`,
  soundsLeftOut: (count) =>
    count === 1
      ? 'Un autre son de la source n’est pas diffusé.'
      : `${count} autres sons de la source ne sont pas diffusés.`,
  pictureSubtitles: (count) =>
    `${count === 1 ? 'Des sous-titres' : `${count} pistes de sous-titres`} de la source sont des images, qui ne deviennent pas du texte.`,
  started: 'Commencé',
  remarks: 'Remarques',
  runOf: (title) => `Encodage de ${title}`,
  detailsOf: (title) => `Journal de l’encodage de ${title}`,
  log: 'Journal',
  logIs: (lines) =>
    `Ce que les processus d’encodage et ffmpeg ont dit en dernier, ${lines} lignes au plus\u00a0; heures en UTC.`,
  noLog: 'Rien n’a été dit.',
  actions: 'Actions',
  inApi: 'dans l’API',
  inApiNamed: (title) => `${title} dans l’API`,
  launch: 'Relancer',
  launchNamed: (title) => `Relancer ${title}`,
  place: (place) => `place ${place}`,
  waitsForDecoder: (codecs) => `attend un processus d’encodage qui décode ${codecs.join(', ')}`,
  priority: (priority) => `priorité ${{ low: 'basse', normal: 'normale', high: 'haute' }[priority]}`,
  prioritise: (priority) => ({ high: 'Plus tôt', normal: 'À son tour', low: 'Plus tard' })[priority],
  prioritiseNamed: (title) => `Quand ${title} est encodée`,
  cancel: 'Annuler',
  cancelNamed: (title) => `Annuler l’encodage de ${title}`,
  cancelTitle: 'Annuler cet encodage\u202f?',
  cancelIt: 'Annuler l’encodage',
  cancelMeans:
    'Ce qu’il a produit est jeté. Ce qui était en ligne le reste, et l’encodage peut être relancé.',
  outcomes: {
    launched: { mood: 'good', text: 'L’encodage est dans la file d’attente.' },
    prioritised: { mood: 'good', text: 'La file d’attente est dans son nouvel ordre.' },
    cancelled: { mood: 'good', text: 'L’encodage est annulé.' },
    wasOver: { mood: 'info', text: 'L’encodage était déjà fini.' },
  },
};

/** What the pages of encodings say. */
export const encodingWords = { en, fr } satisfies Record<Language, Words>;
