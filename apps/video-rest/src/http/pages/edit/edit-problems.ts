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
});
