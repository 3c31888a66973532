import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { ListedWorker } from '../../../data/workers.ts';
import { type WorkerState, workerStateAt } from '../../../domain/worker-state.ts';
import type { EncodingOutcome } from '../../../figures.ts';
import { videoAddress, workerActionAddress } from '../../addresses.ts';
import { workerWords } from './worker-words.ts';

/** How far back the pages look. */
export const shownHours = 6;

/** Of workers, those that are gone for hours too; more than that nobody reads. */
export const maxShownWorkers = 200;

/** Of what they did; the pictures show more. */
const maxShownStints = 100;

/** The picture of what a worker did is as wide as its cell; within it, this many units are all of the time. */
const timelineWidth = 1000;

/** A run of seconds is seen too. */
const narrowest = 4;

/** Workers as they were at an instant of the database. */
export interface ShownWorkers {
  now: Date;
  since: Date;
  workers: readonly ListedWorker[];
}

const moods = {
  free: 'good',
  busy: 'info',
  draining: 'warning',
  lost: 'bad',
  gone: 'info',
} satisfies Record<WorkerState, ui.Mood>;

/** In whose language and time. */
export interface Look {
  language: ui.Language;
  timeZone: string;
}

/** The workers with what each has at work, and a button to drain it. */
export function workerList(shown: ShownWorkers, look: Look & { csrf: Html }): Html {
  const say = workerWords[look.language];
  const headings = [
    say.name,
    say.state,
    say.atWork,
    say.version,
    say.cores,
    say.encoder,
    say.seen,
    say.lately(shownHours),
    say.actions,
  ];
  const rows = shown.workers.map((worker) => rowOf(worker, shown, look));
  return rows.length === 0 ? html`<p>${say.none}</p>` : ui.table({ caption: say.workers, headings, rows });
}

function rowOf(
  worker: ListedWorker,
  { now, since }: ShownWorkers,
  { language, timeZone, csrf }: Look & { csrf: Html },
): HtmlPart[] {
  const say = workerWords[language];
  const state = workerStateAt(now, worker);
  const isThere = state !== 'lost' && state !== 'gone';
  const atWork = isThere ? worker.stints.filter(({ endedAt }) => endedAt === null) : [];
  const action = worker.isDraining ? 'undrain' : 'drain';
  return [
    html`${worker.name}${worker.host !== worker.name && html`<br><span class="quiet">${worker.host}</span>`}`,
    ui.badge(moods[state], say.states[state]),
    html`${isThere && say.ofMost(worker.encodings.length, worker.concurrency)}${atWork.map(
      ({ encoding: { video } }) => html`<br><a href="${videoAddress(video)}">${video.title}</a>`,
    )}`,
    worker.version,
    worker.cores,
    html`${worker.encoder}${worker.undecodable.length > 0 && html`<br><span class="quiet">${say.doesNotDecode(worker.undecodable)}</span>`}`,
    // What changes with each sign of life would send the page anew each time.
    isThere ? '' : ui.time(worker.seenAt, { language, timeZone }, { seconds: true }),
    workerTimeline(worker, {
      since: minuteOf(since),
      until: minuteOf(now),
      isLost: state === 'lost',
      label: say.timeline(worker.name, worker.stints.length, shownHours),
    }),
    isThere &&
      ui.rowForm(workerActionAddress(worker, action), {
        csrf,
        label: say[`${action}Named`](worker.name),
        buttons: ui.submitButton(say[action], { kind: 'plain' }),
      }),
  ];
}

/** The picture moves on by the minute, or the page would be sent anew every second. */
function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000);
}

/** What a worker had at work when, as bars from left to right; the table of stints says the same in words. */
function workerTimeline(
  { stints, endedAt, seenAt }: Pick<ListedWorker, 'stints' | 'endedAt' | 'seenAt'>,
  { since, until, label, isLost }: { since: Date; until: Date; label: string; isLost: boolean },
): Html {
  const at = (instant: Date) => {
    const share = (instant.getTime() - since.getTime()) / (until.getTime() - since.getTime());
    return Math.round(timelineWidth * Math.min(1, Math.max(0, share)));
  };
  const bars = stints.map((stint) => {
    const isCutOff = stint.endedAt === null && (isLost || endedAt !== null);
    const from = at(stint.startedAt);
    const to = at(stint.endedAt ?? (isCutOff ? seenAt : until));
    const kind = stint.outcome ?? (isCutOff ? 'cut-off' : 'at-work');
    return html`<rect class="${kind}" x="${Math.min(from, timelineWidth - narrowest)}" y="0" width="${Math.max(narrowest, to - from)}" height="10"></rect>`;
  });
  return html`<svg class="timeline" role="img" aria-label="${label}" viewBox="0 0 ${timelineWidth} 10" preserveAspectRatio="none">${bars}</svg>`;
}

/** What the workers did, in words: the newest first. */
export function stintList({ now, workers }: ShownWorkers, { language, timeZone }: Look): Html {
  const say = workerWords[language];
  const all = workers
    .flatMap((worker) => worker.stints.map((stint) => ({ worker, stint })))
    .toSorted((one, other) => other.stint.startedAt.getTime() - one.stint.startedAt.getTime())
    .slice(0, maxShownStints);
  if (all.length === 0) return html`<p>${say.nothing}</p>`;
  return ui.table({
    caption: say.stintsLately(shownHours),
    headings: [say.worker, say.video, say.from, say.to, say.outcome],
    rows: all.map(({ worker, stint: { encoding, startedAt, endedAt, outcome } }) => {
      const isThere = !['lost', 'gone'].includes(workerStateAt(now, worker));
      const unended = isThere ? say.stillAtWork : say.cutOff;
      return [
        worker.name,
        html`<a href="${videoAddress(encoding.video)}">${encoding.video.title}</a>`,
        ui.time(startedAt, { language, timeZone }, { seconds: true }),
        ui.time(endedAt ?? (isThere ? null : worker.seenAt), { language, timeZone }, { seconds: true }),
        outcome === null ? unended : say.outcomesOfRuns[outcome as EncodingOutcome],
      ];
    }),
  });
}
