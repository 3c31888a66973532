import { inEachLanguage, outcome } from '@campus/pages';
import type { EncodingPriority } from '../../../domain/encoding-states.ts';

/** What the pages of encodings say. */
export const encodingWords = inEachLanguage({
  allStates: ['all states', 'tous les états'],
  show: ['Show', 'Afficher'],
  refresh: ['Refresh', 'Actualiser'],
  queue: ['Queue', 'File d’attente'],
  recent: ['Recent runs', 'Derniers encodages'],
  nothingQueued: ['Nothing is queued or running.', 'Rien en attente ni en cours.'],
  nothing: ['There is no such run.', 'Aucun encodage.'],
  video: ['Video', 'Vidéo'],
  state: ['State', 'État'],
  progress: ['Progress', 'Avancement'],
  progressOf: (title: string) => [`Progress of ${title}`, `Avancement de ${title}`],
  speed: (times: string) => [`speed ${times}×`, `vitesse ${times}×`],
  left: (time: string) => [`${time} left`, `encore ${time}`],
  attempts: ['Attempts', 'Tentatives'],
  requested: ['Asked for', 'Demandé'],
  finished: ['Ended', 'Fini'],
  error: ['Error', 'Erreur'],
  breaks: (count: number) => [
    `The times of the source broke ${count === 1 ? 'once' : `${count} times`}, as where a recorder reconnected; its parts were joined.`,
    `Les temps de la source sont rompus ${count === 1 ? 'une fois' : `${count} fois`}, comme par un enregistreur qui se reconnecte\u202f; ses parties ont été jointes.`,
  ],
  soundsLeftOut: (count: number) => [
    count === 1
      ? 'A further sound of the source is not played.'
      : `${count} further sounds of the source are not played.`,
    count === 1
      ? 'Un autre son de la source n’est pas diffusé.'
      : `${count} autres sons de la source ne sont pas diffusés.`,
  ],
  pictureSubtitles: (count: number) => [
    `${count === 1 ? 'Subtitles' : `${count} tracks of subtitles`} in the source are pictures, which cannot be made text.`,
    `${count === 1 ? 'Des sous-titres' : `${count} pistes de sous-titres`} de la source sont des images, qui ne deviennent pas du texte.`,
  ],
  started: ['Begun', 'Commencé'],
  remarks: ['Remarks', 'Remarques'],
  runOf: (title: string) => [`Encoding of ${title}`, `Encodage de ${title}`],
  detailsOf: (title: string) => [`Log of the encoding of ${title}`, `Journal de l’encodage de ${title}`],
  log: ['Log', 'Journal'],
  logIs: (lines: number) => [
    `What its workers and ffmpeg said last, at most ${lines} lines; times are UTC.`,
    `Ce que les processus d’encodage et ffmpeg ont dit en dernier, ${lines} lignes au plus\u00a0; heures en UTC.`,
  ],
  noLog: ['Nothing was said.', 'Rien n’a été dit.'],
  actions: ['Actions', 'Actions'],
  inApi: ['in the API', 'dans l’API'],
  inApiNamed: (title: string) => [`${title} in the API`, `${title} dans l’API`],
  launch: ['Launch again', 'Relancer'],
  launchNamed: (title: string) => [`Launch ${title} again`, `Relancer ${title}`],
  place: (place: number) => [`place ${place}`, `place ${place}`],
  waitsForDecoder: (codecs: readonly string[]) => [
    `waits for a worker that decodes ${codecs.join(', ')}`,
    `attend un processus d’encodage qui décode ${codecs.join(', ')}`,
  ],
  priority: (priority: EncodingPriority) => [
    `${priority} priority`,
    `priorité ${{ low: 'basse', normal: 'normale', high: 'haute' }[priority]}`,
  ],
  prioritise: (priority: EncodingPriority) => [
    { high: 'Sooner', normal: 'In its turn', low: 'Later' }[priority],
    { high: 'Plus tôt', normal: 'À son tour', low: 'Plus tard' }[priority],
  ],
  prioritiseNamed: (title: string) => [`When ${title} is encoded`, `Quand ${title} est encodée`],
  cancel: ['Cancel', 'Annuler'],
  cancelNamed: (title: string) => [`Cancel the encoding of ${title}`, `Annuler l’encodage de ${title}`],
  cancelTitle: ['Cancel this encoding?', 'Annuler cet encodage\u202f?'],
  cancelIt: ['Cancel the encoding', 'Annuler l’encodage'],
  cancelMeans: [
    'What it has made so far is thrown away. What was on air before stays on air, and the encoding may be launched again.',
    'Ce qu’il a produit est jeté. Ce qui était en ligne le reste, et l’encodage peut être relancé.',
  ],
  outcomes: {
    launched: outcome('good', ['The encoding is in the queue.', 'L’encodage est dans la file d’attente.']),
    prioritised: outcome('good', [
      'The queue is in its new order.',
      'La file d’attente est dans son nouvel ordre.',
    ]),
    cancelled: outcome('good', ['The encoding is cancelled.', 'L’encodage est annulé.']),
    wasOver: outcome('info', ['The encoding was over already.', 'L’encodage était déjà fini.']),
  },
});
