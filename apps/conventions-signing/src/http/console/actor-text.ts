import type { Language } from '@campus/language';
import type { ActorNames } from '../../data/actor-names.ts';
import { serviceActor, usernameOf } from '../../data/history.ts';

const words = {
  en: { service: 'the service', token: 'token' },
  fr: { service: 'le service', token: 'jeton' },
} satisfies Record<Language, Record<string, string>>;

/** Who did something, as people read it: a name, `token` with its fingerprint, or the service by itself. */
export function actorText(
  actor: string,
  { names, language }: { names: ActorNames; language: Language },
): string {
  if (actor === serviceActor) return words[language].service;
  const username = usernameOf(actor);
  if (username !== undefined) return names.get(actor) ?? username;
  return `${words[language].token} ${actor}`;
}
