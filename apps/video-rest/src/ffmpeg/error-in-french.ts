/**
 * What a run of the encoder failed by, in French, as far as the words are ours. The record holds one English text, which
 * clients show as it is; pages alone look behind it. Pure.
 *
 * @returns `own`: our sentence; `others`: the words of ffmpeg behind it, empty when there are none. Undefined: all is
 *   ffmpeg's
 */
export function errorInFrench(error: string): { own: string; others: string } | undefined {
  for (const [pattern, french] of sentences) {
    const found = pattern.exec(error);
    if (found === null) continue;
    const { others = '', ...values } = found.groups ?? {};
    const filled = french.replace(/\{(\w+)\}/g, (_, name: string) => decimal(values[name] ?? ''));
    return { own: others === '' ? `${filled}.` : `${filled}\u00a0:`, others };
  }
  return undefined;
}

/** French has a comma in a number; what is no number stays. */
function decimal(text: string): string {
  return /^\d+\.\d+$/.test(text) ? text.replace('.', ',') : text;
}

/** A sentence of ours, and what ffmpeg says of it where it may say something; without its full stop. */
const withWords = (sentence: string) => new RegExp(`^${sentence}(?:\\.|: (?<others>.+))$`, 's');
const alone = (sentence: string) => new RegExp(`^${sentence}\\.?$`);

/** The sentences of this room, of the worker and of the storage. */
const sentences: readonly (readonly [english: RegExp, french: string])[] = [
  [alone('the encoder failed; the log says more'), "L'encodeur a échoué ; le journal en dit plus"],
  [
    alone('the worker was lost in each of (?<attempts>\\d+) attempts'),
    "Le processus d'encodage a été perdu à chacune des {attempts} tentatives",
  ],
  [
    alone('too little space is left in the media folder'),
    'Il reste trop peu de place dans le dossier des médias',
  ],
  [alone('the disk of the media folder is full'), 'Le disque du dossier des médias est plein'],
  [
    alone('The encoding was ended after (?<minutes>\\d+) minutes, its time limit'),
    "L'encodage a été arrêté après {minutes} minutes, sa durée maximale",
  ],
  [
    alone('The encoding needs more than the (?<size>\\d+) MiB of memory that it may use'),
    "L'encodage a besoin de plus que les {size} Mio de mémoire dont il dispose",
  ],
  [
    alone('(?<tool>ffmpeg|ffprobe) is missing on the machine that encodes, or does not run there'),
    "{tool} manque sur la machine qui encode, ou n'y fonctionne pas",
  ],
  [
    alone('ffmpeg was ended by signal (?<signal>\\d+) and said nothing'),
    'ffmpeg a été arrêté par le signal {signal} sans rien dire',
  ],
  [
    alone('ffmpeg ended with status (?<status>\\d+) and said nothing'),
    "ffmpeg s'est terminé avec le code {status} sans rien dire",
  ],
  [
    withWords('Nothing was encoded of the source \\((?<file>\\S+) is missing\\)'),
    "Rien n'a été encodé de la source ({file} manque)",
  ],
  [withWords('The HLS of (?<name>\\S+) is not complete'), "Le HLS de {name} n'est pas complet"],
  [withWords('The file of (?<name>\\S+) is not H\\.264'), "Le fichier de {name} n'est pas en H.264"],
  [
    withWords(
      'The source says that it lasts (?<said>[\\d.]+) s, but only (?<done>[\\d.]+) s could be encoded',
    ),
    'La source annonce {said} s, mais seules {done} s ont pu être encodées',
  ],
  [
    withWords('A stream of the source lasts (?<said>[\\d.]+) s, but (?<done>[\\d.]+) s of it were encoded'),
    'Un flux de la source dure {said} s, mais {done} s en ont été encodées',
  ],
  [
    alone('The source could not be read within (?<minutes>\\d+) minutes'),
    "La source n'a pas pu être lue en {minutes} minutes",
  ],
  [
    alone('The file is (?<hours>\\d+) hours long; at most 24 are accepted'),
    'Le fichier dure {hours} heures ; 24 au plus sont acceptées',
  ],
  [
    /^The file is no video or sound file( of an accepted kind .*|, or it is damaged or cut off)\.$/,
    "Le fichier n'est ni une vidéo ni un son d'un type accepté, ou il est endommagé ou tronqué",
  ],
  [
    alone('The file holds neither pictures nor sound that can be decoded'),
    "Le fichier ne contient ni images ni son que l'on puisse décoder",
  ],
  [
    alone('The duration of the file cannot be told: it is damaged or cut off'),
    'La durée du fichier est illisible\u00a0: il est endommagé ou tronqué',
  ],
  [
    alone('The size of the pictures cannot be told: the file is damaged or cut off'),
    'La taille des images est illisible\u00a0: le fichier est endommagé ou tronqué',
  ],
  [
    alone('The file could not be examined within (?<seconds>\\d+) s'),
    "Le fichier n'a pas pu être examiné en {seconds} s",
  ],
  [
    alone('The file could not be examined within (?<size>\\d+) MiB of memory'),
    "Le fichier n'a pas pu être examiné dans {size} Mio de mémoire",
  ],
  [
    alone('The codec (?<codec>\\S+) is not accepted\\. Convert the file, as to MP4 with H\\.264 and AAC'),
    "Le codec {codec} n'est pas accepté. Convertissez le fichier, par exemple en MP4 avec H.264 et AAC",
  ],
  [
    alone(
      'The pictures are (?<across>\\d+) x (?<down>\\d+) pixels; at most (?<most>[\\d.]+) million in all are accepted',
    ),
    'Les images font {across} x {down} pixels ; {most} millions en tout sont acceptés au plus',
  ],
];
