import type { Message } from '@campus/rest';

/** Nobody has a user name. */
export function nobodyProblem(name: string): Message {
  return {
    text: {
      en: 'Nobody has the user name "{name}" here. Write it as it stands on the account page, one on each line.',
      fr: 'Personne n’a le nom d’utilisateur «\u00a0{name}\u00a0» ici. Écrivez-le comme sur la page du compte, un par ligne.',
    },
    values: { name },
  };
}

/** A text is no time in a video. */
export function noTimeProblem(): Message {
  return {
    text: {
      en: 'This is no time in a video. Write it as 1:30, or as 1:02:30 after an hour.',
      fr: 'Ce n’est pas un moment dans une vidéo. Écrivez-le 1:30, ou 1:02:30 après une heure.',
    },
  };
}
