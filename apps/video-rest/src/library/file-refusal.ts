import { translatedError } from '@campus/pages';

/** Why a file is not kept, for the person who sent it. */
export class FileRefusal extends translatedError({
  type_not_accepted: [
    'Files of this type are not kept. Send one of: {types}.',
    'Les fichiers de ce type ne sont pas acceptés. Envoyez un des types suivants\u00a0: {types}.',
  ],
  no_name: [
    'The file has no name before its extension. Name it, and send it again.',
    "Le fichier n'a pas de nom devant son extension. Nommez-le, puis envoyez-le à nouveau.",
  ],
  content_differs: [
    'The content of the file is not what its name says: .{extension}.',
    "Le contenu du fichier n'est pas ce que dit son nom\u00a0: .{extension}.",
  ],
  subtitles_too_large: [
    'Subtitles take at most {mebibytes} MiB: remove styles, notes and empty lines from the file.',
    'Les sous-titres font au plus {mebibytes}\u00a0Mio\u00a0: retirez du fichier les styles, les notes et les lignes vides.',
  ],
  // In the words that clients know.
  no_image: [
    'Upload a valid image. The file you uploaded was either not an image or a corrupted image.',
    "Téléversez une image valide. Le fichier que vous avez transféré n'est pas une image ou bien est corrompu.",
  ],
  image_too_large: [
    'The image is too large to be decoded: it may have at most {millions} million pixels. Make it smaller, and send it again.',
    "L'image est trop grande pour être décodée\u00a0: elle peut avoir {millions} millions de pixels au plus. Réduisez-la, puis envoyez-la à nouveau.",
  ],
  not_web_vtt: [
    'The file is no valid WebVTT: see line {line}.',
    "Le fichier n'est pas un WebVTT valide\u00a0: voyez la ligne {line}.",
  ],
  not_sub_rip: [
    'The file holds no subtitles in the format SRT.',
    'Le fichier ne contient pas de sous-titres au format SRT.',
  ],
  wrong_times: [
    'A subtitle ends before it begins: see line {line} of the file as WebVTT.',
    'Un sous-titre finit avant de commencer\u00a0: voyez la ligne {line} du fichier en WebVTT.',
  ],
  is_track: [
    'A track of a video shows this file: only WebVTT or SRT takes its place.',
    "Une piste d'une vidéo montre ce fichier\u00a0: seul du WebVTT ou du SRT peut le remplacer.",
  ],
}) {}
