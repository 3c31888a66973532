import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { ListedEncoding } from '../../../data/encodings.ts';
import { type EncodingState, encodingPriorities, isActive } from '../../../domain/encoding-states.ts';
import { workerStateAt } from '../../../domain/worker-state.ts';
import { clockTime } from '../../../videos/encoding-step.ts';
import { runFailureOf, runMessages } from '../../../videos/run-failure.ts';
import {
  addresses,
  apiVideoAddress,
  encodingActionAddress,
  encodingAddress,
  videoAddress,
} from '../../addresses.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { encodingStateWords } from '../encoding-state/encoding-state-words.ts';
import { term } from '../glossary/term.ts';
import { encodingWords } from './encoding-words.ts';
import { type Look, type ShownWorkers, workerList } from './worker-list.ts';
import { workerWords } from './worker-words.ts';

/** Runs of the encoder, as the page shows them at one moment. */
export interface ShownEncodings {
  /** Asked for or at work; undefined: the reader has asked for one state alone, or reads on. */
  queue: readonly ListedEncoding[] | undefined;
  /** Undefined: the same. */
  workers: ShownWorkers | undefined;
  listed: readonly ListedEncoding[];
  state: EncodingState | undefined;
  page: number;
  hasNext: boolean;
}

/** The part of the page that keeps itself up to date. */
export function encodingList(
  { queue, workers, listed, state, page, hasNext }: ShownEncodings,
  { csrf, ...look }: Look & { csrf: Html },
): Html {
  const { language } = look;
  const say = encodingWords[language];
  const rowsOf = (runs: readonly ListedEncoding[]) =>
    runs.map((run) => {
      const missing =
        run.state === 'queued' && workers !== undefined ? undecodableBy(workers, run.video) : [];
      return rowOf(run, { ...look, place: places.get(run.id), missing, csrf });
    });
  const waiting = queue?.filter((run) => run.state === 'queued') ?? [];
  const places = new Map(waiting.map(({ id }, at) => [id, at + 1]));
  const headings = [
    say.video,
    say.state,
    say.progress,
    say.attempts,
    say.requested,
    say.finished,
    say.actions,
  ];
  const tableOf = (caption: string, runs: readonly ListedEncoding[], none: string) =>
    runs.length === 0 ? html`<p>${none}</p>` : ui.table({ caption, headings, rows: rowsOf(runs) });
  const title = state === undefined ? say.recent : encodingStateWords[language][state];
  const ofWorkers = workerWords[language];
  return html`${
    workers !== undefined &&
    html`<h2>${term('worker', ofWorkers.workers)}</h2>${workerList(workers, { ...look, csrf })}
<p><a href="${addresses.workers}">${ofWorkers.stints}</a></p>`
  }
${queue !== undefined && html`<h2>${say.queue}</h2>${tableOf(say.queue, queue, say.nothingQueued)}`}
<h2>${title}</h2>${tableOf(title, listed, say.nothing)}
${ui.pager({ page, hasNext, language, addressOf: (to) => ui.withQuery(addresses.encodings, { state, page: to }) })}`;
}

interface RowLook extends Look {
  csrf: Html;
  place: number | undefined;
  /** Codecs for which it waits for a worker. */
  missing: readonly string[];
}

function rowOf(run: ListedEncoding, { place, missing, csrf, ...look }: RowLook): HtmlPart[] {
  const { language } = look;
  const say = encodingWords[language];
  const { id, video, state, attempts, requestedAt, finishedAt } = run;
  const failure = runFailureOf(run);
  return [
    html`<a href="${videoAddress(video)}">${video.title}</a><br>
<a class="quiet" href="${apiVideoAddress(video)}" aria-label="${say.inApiNamed(video.title)}">${say.inApi}</a> ·
<a class="quiet" href="${encodingAddress(run)}" aria-label="${say.detailsOf(video.title)}">${say.log}</a>
${failure !== null && html`<span class="sentences">${ui.failureHtml(runMessages[failure.code], failure, language)}</span>`}${remarksOn(run, language).map((sentence) => html`<span class="sentences">${sentence}</span>`)}`,
    html`${encodingBadge(state, language)}${run.priority !== 'normal' && html`<br>${say.priority(run.priority)}`}${place !== undefined && html`<br>${say.place(place)}`}${missing.length > 0 && html`<br>${say.waitsForDecoder(missing)}`}`,
    progress(run, language),
    attempts,
    ui.time(requestedAt, look, { seconds: true }),
    ui.time(finishedAt, look, { seconds: true }),
    actions(),
  ];

  function actions(): Html | false {
    if (isActive(state)) {
      const link = { text: say.cancel, href: encodingActionAddress(run, 'cancel') };
      const cancel = ui.buttonLink(link, {
        kind: 'danger',
        id: `cancel-${id}`,
        label: say.cancelNamed(video.title),
      });
      return state === 'queued' ? html`${cancel}${priorities()}` : cancel;
    }
    return (
      run.isLatest &&
      ui.rowForm(encodingActionAddress(run, 'launch'), {
        csrf,
        label: say.launchNamed(video.title),
        buttons: ui.submitButton(say.launch, { kind: 'plain' }),
      })
    );
  }

  /** What it may have instead, each as a button. */
  function priorities(): Html {
    const others = encodingPriorities.filter((one) => one !== run.priority).toReversed();
    const buttons = others.map((value) =>
      ui.submitButton(say.prioritise(value), { kind: 'plain', name: 'priority', value }),
    );
    const action = encodingActionAddress(run, 'priority');
    return ui.rowForm(action, { csrf, label: say.prioritiseNamed(video.title), buttons });
  }
}

/** How far a run is or was; nothing of one that has not begun. */
function progress({ state, percent, speed, etaSeconds, video }: ListedEncoding, language: ui.Language) {
  if (state === 'queued') return false;
  const say = encodingWords[language];
  const bar = html`<progress max="100" value="${percent}" aria-label="${say.progressOf(video.title)}">${percent} %</progress>`;
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const pace = speed !== null && html` · ${say.speed(decimal.format(speed))}`;
  const rest = etaSeconds !== null && state === 'running' && html` · ${say.left(clockTime(etaSeconds))}`;
  return html`${bar}<br>${percent} %${pace}${rest}`;
}

/** What a run could not make as the source has it, in a sentence each. */
export function remarksOn(
  { breaks, leftOut }: Pick<ListedEncoding, 'breaks' | 'leftOut'>,
  language: ui.Language,
): string[] {
  const say = encodingWords[language];
  return [
    ...(breaks > 0 ? [say.breaks(breaks)] : []),
    ...(leftOut.sounds > 0 ? [say.soundsLeftOut(leftOut.sounds)] : []),
    ...(leftOut.pictureSubtitles > 0 ? [say.pictureSubtitles(leftOut.pictureSubtitles)] : []),
  ];
}

/** Codecs of a source that keep each worker that is there from decoding it; none when one can, or none is there. Pure. */
function undecodableBy(
  { now, workers }: ShownWorkers,
  { sourceCodecs }: { sourceCodecs: readonly string[] },
): string[] {
  const present = workers.filter((worker) => !['lost', 'gone'].includes(workerStateAt(now, worker)));
  const missing = present.map(({ undecodable }) =>
    sourceCodecs.filter((codec) => undecodable.includes(codec)),
  );
  return missing.some((codecs) => codecs.length === 0) ? [] : [...new Set(missing.flat())];
}
