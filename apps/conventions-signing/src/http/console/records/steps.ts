import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import { actorText, type KnownActors } from '../../said/actor-text.ts';
import type { Reader } from '../session/reader.ts';
import { stepWords } from './step-words.ts';

/** One thing that happened in a round, is awaited or still to come. */
export interface Step {
  /** `over`: it was ended before it was done. */
  state: 'done' | 'now' | 'trouble' | 'failed' | 'over' | 'to-come';
  /** Says the state in words, but for what is to come. */
  title: HtmlPart;
  /** When it happened, or since when it is awaited; null when nobody knows. */
  at?: Date | null;
  /** Below it, a part for each line. */
  details?: readonly (HtmlPart | false)[];
}

const marks = {
  done: '✓',
  now: '▸',
  trouble: '!',
  failed: '✗',
  over: '–',
  'to-come': '',
} satisfies Record<Step['state'], string>;

/** What happens one after the other, with times to the second; the colour of a mark adds to the words beside it. */
export function stepList(steps: readonly Step[], { label, reader }: { label: string; reader: Reader }): Html {
  return html`<ol class="steps" role="list" aria-label="${label}">${steps.map((step) => {
    const { state, title, details = [] } = step;
    const below = details.filter((detail) => detail !== false);
    return html`<li class="${state}"${state === 'now' && html` aria-current="step"`}><span class="mark" aria-hidden="true">${marks[state]}</span>
<p class="step"><span>${title}</span> <span class="when">${whenOf(step, reader)}</span></p>${
      below.length > 0 &&
      html`<div class="details">${below.map((detail) => html`<div>${detail}</div>`)}</div>`
    }</li>\n`;
  })}</ol>`;
}

function whenOf({ state, at }: Step, reader: Reader): HtmlPart {
  if (at === undefined || at === null) return state === 'to-come' && stepWords[reader.language].toCome;
  return ui.time(at, reader, { seconds: true });
}

/** Steps in the order of their times; those without one stay behind the one before them. */
export function inOrderOfTime(steps: readonly Step[]): Step[] {
  let latest = Number.NEGATIVE_INFINITY;
  return steps
    .map((step) => {
      latest = step.at?.getTime() ?? latest;
      return { step, at: latest };
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ step }) => step);
}

/** Who did something, behind what was done. */
export function byWhom(
  actor: string,
  { actors, reader: { language } }: { actors: KnownActors; reader: Reader },
): Html {
  return html`<span class="quiet whole">${actorText(actor, { actors, language })}</span>`;
}
