import { type Html, html } from '@campus/pages';
import { actorText, type KnownActors } from '../../said/actor-text.ts';
import type { Reader } from '../session/reader.ts';

/** Who did something, behind what was done. */
export function byWhom(
  actor: string,
  { actors, reader: { language } }: { actors: KnownActors; reader: Reader },
): Html {
  return html`<span class="quiet whole">${actorText(actor, { actors, language })}</span>`;
}
