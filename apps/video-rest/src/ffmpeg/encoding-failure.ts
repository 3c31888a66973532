import { translatedError } from '@campus/pages';
import { MediaToolsError } from './open-media-tools.ts';

/**
 * An encoding that gave no usable result through its source or its machine, for the owner of the video. Neither its
 * values nor ffmpeg's words name a path.
 */
export class EncodingFailure extends translatedError({
  tool_missing: [
    '{tool} is missing on the machine that encodes, or does not run there.',
    "{tool} manque sur la machine qui encode, ou n'y fonctionne pas.",
  ],
  tool_ended: ['{tool} was ended, and not by the service.', '{tool} a été arrêté, et non par le service.'],
  /** Somebody else ended ffmpeg; its words say all. */
  ended_from_outside: ['', ''],
  ended_from_outside_silently: [
    'ffmpeg was told to end, and not by the service.',
    "ffmpeg a reçu l'ordre de s'arrêter, et non du service.",
  ],
  /** The words of ffmpeg say all. */
  ffmpeg_failed: ['', ''],
  ffmpeg_failed_silently: [
    'ffmpeg ended with status {status} and said nothing.',
    "ffmpeg s'est terminé avec le code {status} sans rien dire.",
  ],
  ffmpeg_killed_silently: [
    'ffmpeg was ended by signal {signal} and said nothing.',
    'ffmpeg a été arrêté par le signal {signal} sans rien dire.',
  ],
  time_limit: [
    'The encoding was ended after {minutes} minutes, its time limit.',
    "L'encodage a été arrêté après {minutes} minutes, sa durée maximale.",
  ],
  reading_time_limit: [
    'The source could not be read within {minutes} minutes.',
    "La source n'a pas pu être lue en {minutes} minutes.",
  ],
  memory_limit: [
    'The encoding needs more than the {mebibytes} MiB of memory that it may use.',
    "L'encodage a besoin de plus que les {mebibytes} Mio de mémoire dont il dispose.",
  ],
  nothing_plays: [
    'What is to play of the source begins behind its end ({seconds.1} s).',
    'Ce qui est à lire de la source commence après sa fin ({seconds.1} s).',
  ],
  nothing_encoded: [
    'Nothing was encoded of the source ({file} is missing).',
    "Rien n'a été encodé de la source ({file} manque).",
  ],
  hls_incomplete: ['The HLS of {name} is not complete.', "Le HLS de {name} n'est pas complet."],
  not_h264: ['The file of {name} is not H.264.', "Le fichier de {name} n'est pas en H.264."],
  source_cut_off: [
    'The source says that it lasts {said.1} s, but only {found.1} s could be encoded.',
    'La source annonce {said.1} s, mais seules {found.1} s ont pu être encodées.',
  ],
  stream_too_long: [
    'A stream of the source lasts {said.1} s, but {found.1} s of it were encoded.',
    'Un flux de la source dure {said.1} s, mais {found.1} s en ont été encodées.',
  ],
  pieces_do_not_fit: [
    'The pieces that the source was encoded in do not fit together.',
    "Les morceaux de la source encodés séparément ne s'assemblent pas.",
  ],
}) {
  /** Somebody else ended the tool, maybe on the way to end this process. */
  get isFromOutside(): boolean {
    return ['tool_ended', 'ended_from_outside', 'ended_from_outside_silently'].includes(this.code);
  }
}

/** A tool that was there at the start and is not any more. */
export function toolMissing(tool: 'ffmpeg' | 'ffprobe', cause: unknown): EncodingFailure {
  return new EncodingFailure('tool_missing', { tool }, { cause });
}

/** Waits for what ffprobe is asked during an encoding. @throws EncodingFailure  in place of MediaToolsError */
export async function duringEncoding<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof MediaToolsError)) throw error;
    if (error.code !== 'tool_ended') throw toolMissing('ffprobe', error);
    throw new EncodingFailure('tool_ended', { tool: 'ffprobe' }, { cause: error });
  }
}
