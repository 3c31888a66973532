import { translated } from '@campus/pages';

/** What is wrong with a text of these forms, beside what the API says of its fields. */
export const editProblems = translated({
  nobody: [
    'Nobody has the user name "{name}" here. Write it as it stands on the account page, one on each line.',
    'Personne n’a le nom d’utilisateur «\u00a0{name}\u00a0» ici. Écrivez-le comme sur la page du compte, un par ligne.',
  ],
  no_time: [
    'This is no time in a video. Write it as 1:30, or as 1:02:30 after an hour.',
    'Ce n’est pas un moment dans une vidéo. Écrivez-le 1:30, ou 1:02:30 après une heure.',
  ],
  too_late: [
    '{start} is not in the video: a chapter begins at {last} at the latest.',
    '{start} n’est pas dans la vidéo\u00a0: un chapitre commence à {last} au plus tard.',
  ],
  no_moment: [
    'Line {line}: "{time}" is no time. Write it as 1:02.500, or as 1:00:02.500 after an hour.',
    'Ligne {line}\u00a0: «\u00a0{time}\u00a0» n’est pas un moment. Écrivez-le 1:02.500, ou 1:00:02.500 après une heure.',
  ],
  ends_before: [
    'Line {line} begins at {start} and ends at {end}: let it end later.',
    'La ligne {line} commence à {start} et finit à {end}\u00a0: faites-la finir plus tard.',
  ],
  no_text: [
    'Line {line} has no text: write it, or delete the line.',
    'La ligne {line} n’a pas de texte\u00a0: écrivez-le, ou supprimez la ligne.',
  ],
  no_chapter: [
    'Line {line} is no chapter. Write where it begins and its title, such as "1:30 Matrices".',
    'La ligne {line} n’est pas un chapitre. Écrivez où il commence et son titre, par exemple «\u00a01:30 Matrices\u00a0».',
  ],
  long_title: [
    'The title in line {line} has more than {limit} characters. Shorten it.',
    'Le titre de la ligne {line} a plus de {limit} caractères. Raccourcissez-le.',
  ],
  more_lines: ['{count} more lines are wrong.', '{count} autres lignes ne conviennent pas.'],
  too_many: [
    'These are {count} chapters, and a video has {limit} at most here. Leave some out.',
    'Cela fait {count} chapitres, et une vidéo en a ici {limit} au plus. Retirez-en.',
  ],
});
