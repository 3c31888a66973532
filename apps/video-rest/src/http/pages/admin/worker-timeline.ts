import { type Html, html } from '@campus/pages';
import type { ListedWorker } from '../../../data/workers.ts';

/** The picture is as wide as its cell; within it, this many units are all of the time. */
const width = 1000;

/** A run of seconds is seen too. */
const narrowest = 4;

interface Span {
  since: Date;
  until: Date;
}

/** What a worker had at work when, as bars from left to right; the table of stints says the same in words. */
export function workerTimeline(
  { stints, endedAt, seenAt }: Pick<ListedWorker, 'stints' | 'endedAt' | 'seenAt'>,
  { since, until, label, isLost }: Span & { label: string; isLost: boolean },
): Html {
  const at = (instant: Date) => {
    const share = (instant.getTime() - since.getTime()) / (until.getTime() - since.getTime());
    return Math.round(width * Math.min(1, Math.max(0, share)));
  };
  const bars = stints.map((stint) => {
    const isCutOff = stint.endedAt === null && (isLost || endedAt !== null);
    const from = at(stint.startedAt);
    const to = at(stint.endedAt ?? (isCutOff ? seenAt : until));
    const kind = stint.outcome ?? (isCutOff ? 'cut-off' : 'at-work');
    return html`<rect class="${kind}" x="${Math.min(from, width - narrowest)}" y="0" width="${Math.max(narrowest, to - from)}" height="10"></rect>`;
  });
  return html`<svg class="timeline" role="img" aria-label="${label}" viewBox="0 0 ${width} 10" preserveAspectRatio="none">${bars}</svg>`;
}
