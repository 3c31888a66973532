import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../domain/encoding-states.ts';
import { type Closings, isPublic } from '../../../domain/who-may-watch.ts';
import { clockTime } from '../../../videos/encoding-step.ts';
import { runFailureOf, runMessages } from '../../../videos/run-failure.ts';
import { visibilityWords, watchWords } from './watch-words.ts';

/**
 * What a reader who may see a video is told of its latest run; undefined: nothing, it plays. Why something went
 * wrong is for its owners.
 */
export function videoState(
  video: WatchedVideo,
  { language, isTheirs }: { language: ui.Language; isTheirs: boolean },
): Html | undefined {
  const say = watchWords[language];
  const { state, percent, etaSeconds } = video.latest;
  const failure = runFailureOf(video.latest);
  const isOnAir = video.encodingId !== null;
  if (isActive(state)) {
    const shown = state === 'running' ? (percent ?? 0) : 0;
    return html`${ui.notice('info', state === 'running' ? say.running(shown) : say.queued)}
<p><progress max="100" value="${shown}" aria-label="${say.progress}"></progress>
${etaSeconds !== null && html`<span class="quiet">${say.remaining(clockTime(etaSeconds))}</span>`}</p>`;
  }
  if (isTheirs && state === 'failed')
    return ui.notice(
      'bad',
      html`<p>${say.failed}</p><pre class="wrap" tabindex="0">${failure !== null && ui.failureHtml(runMessages[failure.code], failure, language)}</pre>`,
    );
  if (isTheirs && state === 'cancelled') return ui.notice('warning', say.cancelled);
  if (isOnAir) return undefined;
  return ui.notice('info', state === null ? say.notEncoded : say.notPlayable);
}

/** What a video is closed by, or that it is open to everybody. */
export function visibilityBadges(video: Closings, language: ui.Language): Html {
  const say = visibilityWords[language];
  if (isPublic(video)) return ui.badge('good', say.public);
  const { isDraft, isRestricted, isForGroups, passwordHash } = video;
  const closings = [
    isDraft && say.draft,
    isRestricted && say.restricted,
    isForGroups && say.groups,
    passwordHash !== null && say.password,
  ].filter((text) => text !== false);
  return html`${closings.map((text, place) => html`${place > 0 && ' '}${ui.badge('warning', text)}`)}`;
}
