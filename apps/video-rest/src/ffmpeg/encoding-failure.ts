import { type MessageValues, type Translated, TranslatedError } from '@campus/pages';
import { MediaToolsError } from './open-media-tools.ts';

/** How an encoding goes wrong through its source or its machine, for the owner of the video. */
export const encodingFailureMessages = {
  tool_missing: {
    en: '{tool} is missing on the machine that encodes, or does not run there.',
    fr: "{tool} manque sur la machine qui encode, ou n'y fonctionne pas.",
  },
  tool_ended: {
    en: '{tool} was ended, and not by the service.',
    fr: '{tool} a été arrêté, et non par le service.',
  },
  /** Somebody else ended ffmpeg; its words say all. */
  ended_from_outside: { en: '', fr: '' },
  ended_from_outside_silently: {
    en: 'ffmpeg was told to end, and not by the service.',
    fr: "ffmpeg a reçu l'ordre de s'arrêter, et non du service.",
  },
  /** The words of ffmpeg say all. */
  ffmpeg_failed: { en: '', fr: '' },
  ffmpeg_failed_silently: {
    en: 'ffmpeg ended with status {status} and said nothing.',
    fr: "ffmpeg s'est terminé avec le code {status} sans rien dire.",
  },
  ffmpeg_killed_silently: {
    en: 'ffmpeg was ended by signal {signal} and said nothing.',
    fr: 'ffmpeg a été arrêté par le signal {signal} sans rien dire.',
  },
  time_limit: {
    en: 'The encoding was ended after {minutes} minutes, its time limit.',
    fr: "L'encodage a été arrêté après {minutes} minutes, sa durée maximale.",
  },
  reading_time_limit: {
    en: 'The source could not be read within {minutes} minutes.',
    fr: "La source n'a pas pu être lue en {minutes} minutes.",
  },
  memory_limit: {
    en: 'The encoding needs more than the {mebibytes} MiB of memory that it may use.',
    fr: "L'encodage a besoin de plus que les {mebibytes} Mio de mémoire dont il dispose.",
  },
  nothing_encoded: {
    en: 'Nothing was encoded of the source ({file} is missing).',
    fr: "Rien n'a été encodé de la source ({file} manque).",
  },
  hls_incomplete: {
    en: 'The HLS of {name} is not complete.',
    fr: "Le HLS de {name} n'est pas complet.",
  },
  not_h264: {
    en: 'The file of {name} is not H.264.',
    fr: "Le fichier de {name} n'est pas en H.264.",
  },
  source_cut_off: {
    en: 'The source says that it lasts {said.1} s, but only {found.1} s could be encoded.',
    fr: 'La source annonce {said.1} s, mais seules {found.1} s ont pu être encodées.',
  },
  stream_too_long: {
    en: 'A stream of the source lasts {said.1} s, but {found.1} s of it were encoded.',
    fr: 'Un flux de la source dure {said.1} s, mais {found.1} s en ont été encodées.',
  },
  pieces_do_not_fit: {
    en: 'The pieces that the source was encoded in do not fit together.',
    fr: "Les morceaux de la source encodés séparément ne s'assemblent pas.",
  },
} satisfies Record<string, Translated>;

export type EncodingFailureCode = keyof typeof encodingFailureMessages;

/** An encoding that gave no usable result. Neither its values nor ffmpeg's words name a path. */
export class EncodingFailure extends TranslatedError<EncodingFailureCode> {
  constructor(
    code: EncodingFailureCode,
    options: { values?: MessageValues; words?: string; cause?: unknown } = {},
  ) {
    super(encodingFailureMessages, code, options);
  }

  /** Somebody else ended the tool, maybe on the way to end this process. */
  get isFromOutside(): boolean {
    return ['tool_ended', 'ended_from_outside', 'ended_from_outside_silently'].includes(this.code);
  }
}

/** A tool that was there at the start and is not any more. */
export function toolMissing(tool: 'ffmpeg' | 'ffprobe', cause: unknown): EncodingFailure {
  return new EncodingFailure('tool_missing', { values: { tool }, cause });
}

/** Waits for what ffprobe is asked during an encoding. @throws EncodingFailure  in place of MediaToolsError */
export async function duringEncoding<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof MediaToolsError)) throw error;
    if (error.code !== 'tool_ended') throw toolMissing('ffprobe', error);
    throw new EncodingFailure('tool_ended', { values: { tool: 'ffprobe' }, cause: error });
  }
}
