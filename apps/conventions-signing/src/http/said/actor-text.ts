import type * as ui from '@campus/pages';
import { type HtmlPart, html } from '@campus/pages/html';
import type { ActorNames } from '../../data/actors.ts';
import { serviceActor, systemUserOf, usernameOf } from '../../data/history.ts';
import { accountWords } from './account-words.ts';
import type { TokenHolders } from './token-holders.ts';

/** What is known of those whom a history names. */
export interface KnownActors {
  names: ActorNames;
  tokens: TokenHolders;
}

/**
 * Who did something, as people read it: a name, also of a token, whose application it was, the service by itself, or `token` with the
 * fingerprint of one that is not configured any more.
 */
export function actorName(
  actor: string,
  { actors: { names, tokens }, language }: { actors: KnownActors; language: ui.Language },
): string {
  const say = accountWords[language].actors;
  if (actor === serviceActor) return say.service;
  const username = usernameOf(actor);
  if (username !== undefined) return names.get(actor) ?? username;
  const systemUser = systemUserOf(actor);
  if (systemUser !== undefined) return say.commandLine(systemUser);
  const name = names.get(actor);
  if (name !== undefined) return name;
  const holder = tokens.get(actor);
  return holder === undefined ? `${say.token} ${actor}` : say[holder];
}

/** The same on a page, where the fingerprint of a token is behind its name. */
export function actorText(actor: string, known: { actors: KnownActors; language: ui.Language }): HtmlPart {
  const name = actorName(actor, known);
  const { names, tokens } = known.actors;
  const isToken = tokens.has(actor) || (names.has(actor) && usernameOf(actor) === undefined);
  return isToken ? html`<span title="${actor}">${name}</span>` : name;
}
