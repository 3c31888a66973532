import { type HtmlPart, html, type Language } from '@campus/pages';
import type { ActorNames } from '../../../data/actor-names.ts';
import { serviceActor, usernameOf } from '../../../data/history.ts';
import { accountWords } from './account-words.ts';
import type { TokenHolders } from './token-holders.ts';

/** What is known of those whom a history names. */
export interface KnownActors {
  names: ActorNames;
  tokens: TokenHolders;
}

/**
 * Who did something, as people read it: a name, whose application it was, the service by itself, or `token` with the
 * fingerprint of one that is not configured any more.
 */
export function actorText(
  actor: string,
  { actors: { names, tokens }, language }: { actors: KnownActors; language: Language },
): HtmlPart {
  const say = accountWords[language].actors;
  if (actor === serviceActor) return say.service;
  const username = usernameOf(actor);
  if (username !== undefined) return names.get(actor) ?? username;
  const holder = tokens.get(actor);
  return holder === undefined ? `${say.token} ${actor}` : html`<span title="${actor}">${say[holder]}</span>`;
}
