import type { Message } from '@campus/rest';
import type { MediaRefusal, MediaRefusalCode } from '../../ffmpeg/errors.ts';

const inFrench: Record<MediaRefusalCode, string> = {
  not_media: "Le fichier n'est ni une vidéo ni un son lisible, ou bien il est endommagé ou tronqué.",
  no_duration: 'La durée du fichier est illisible\u00a0: il est endommagé ou tronqué.',
  too_long: 'Le fichier dure plus de 24 heures, le maximum accepté.',
  too_large_picture: 'Les images dépassent 8192 pixels de côté ou 16,8 millions en tout, le maximum accepté.',
  too_many_frames: 'La vidéo dépasse 240 images par seconde, le maximum accepté.',
  too_many_streams: 'Le fichier a plus de 32 flux, le maximum accepté.',
  codec_not_accepted:
    "Le codec de la vidéo ou du son n'est pas accepté. Convertissez le fichier, par exemple en MP4 avec H.264 et AAC.",
  probe_out_of_memory: "Le fichier n'a pas pu être examiné dans la mémoire impartie.",
  probe_timed_out: "Le fichier n'a pas pu être examiné dans le temps imparti.",
};

/** Why a file is refused as a source, for the field that brought it. */
export function mediaRefusalMessage({ code, message }: MediaRefusal): Message {
  return { text: { en: message, fr: inFrench[code] } };
}
