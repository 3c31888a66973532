import { translatedError } from '@campus/pages';

const unreadable = "Le fichier n'est ni une vidéo ni un son lisible, ou bien il est endommagé ou tronqué.";
const tooLarge = 'Les images dépassent 8192 pixels de côté ou 16,8 millions en tout, le maximum accepté.';

/** Why a file is refused as a source, for the person who sent it. Nothing in it names a path. */
export class MediaRefusal extends translatedError({
  not_media: ['The file is no video or sound file, or it is damaged or cut off.', unreadable],
  kind_not_accepted: [
    'The file is no video or sound file of an accepted kind (MP4, QuickTime, Matroska, WebM, MPEG, AVI, FLV, WMV, Ogg, MP3, WAV, AAC, FLAC).',
    unreadable,
  ],
  nothing_to_decode: ['The file holds neither pictures nor sound that can be decoded.', unreadable],
  no_picture_size: ['The size of the pictures cannot be told: the file is damaged or cut off.', unreadable],
  no_duration: [
    'The duration of the file cannot be told: it is damaged or cut off.',
    'La durée du fichier est illisible\u00a0: il est endommagé ou tronqué.',
  ],
  too_long: [
    'The file is {hours} hours long; at most 24 are accepted.',
    'Le fichier dure plus de 24 heures, le maximum accepté.',
  ],
  too_large_picture: [
    'The pictures are {width} x {height} pixels; at most {most} a side are accepted.',
    tooLarge,
  ],
  too_many_pixels: [
    'The pictures are {width} x {height} pixels; at most {millions.1} million in all are accepted.',
    tooLarge,
  ],
  too_many_frames: [
    'The video has {frames} frames a second; at most {most} are accepted.',
    'La vidéo dépasse 240 images par seconde, le maximum accepté.',
  ],
  too_many_streams: [
    'The file has {streams} streams; at most {most} are accepted.',
    'Le fichier a plus de 32 flux, le maximum accepté.',
  ],
  codec_not_accepted: [
    'The codec {codec} is not accepted. Convert the file, as to MP4 with H.264 and AAC.',
    "Le codec de la vidéo ou du son n'est pas accepté. Convertissez le fichier, par exemple en MP4 avec H.264 et AAC.",
  ],
  probe_timed_out: [
    'The file could not be examined within {seconds} s.',
    "Le fichier n'a pas pu être examiné dans le temps imparti.",
  ],
  probe_out_of_memory: [
    'The file could not be examined within {mebibytes} MiB of memory.',
    "Le fichier n'a pas pu être examiné dans la mémoire impartie.",
  ],
}) {
  /** By what is in the file, and not by a limit, which a machine that is busy or short of memory reaches too. */
  get isByContent(): boolean {
    return this.code !== 'probe_timed_out' && this.code !== 'probe_out_of_memory';
  }
}

export function tooManyPixels(width: number, height: number, cause?: unknown): MediaRefusal {
  const millions = sourceLimits.pixels / 1e6;
  return new MediaRefusal('too_many_pixels', { width, height, millions }, { cause });
}

/** The limits of a source; what is beyond them is refused with the upload. */
export const sourceLimits = {
  sidePixels: 8192,
  /**
   * Of one picture: 4K in any shape, and 5.7K all-round. ffmpeg holds dozens of pictures at once; of 8192 x 8192 they
   * take gigabytes, whatever the size of the file.
   */
  pixels: 4096 * 4096,
  framesPerSecond: 240,
  streams: 32,
  durationSeconds: 24 * 60 * 60,
};

/** Decoders count whole blocks: 2160 lines are 2176 to some. */
export const mostPixels = sourceLimits.pixels + 4096 * 64;
