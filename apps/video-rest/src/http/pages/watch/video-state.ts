import { failureHtml, type Html, html, type Language, notice } from '@campus/pages';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { isActive } from '../../../domain/encoding-states.ts';
import { clockTime } from '../../../videos/encoding-step.ts';
import { runFailureOf, runMessages } from '../../../videos/run-failure.ts';
import { watchWords } from './watch-words.ts';

/**
 * What a reader who may see a video is told of its latest run; undefined: nothing, it plays. Why something went
 * wrong is for its owners.
 */
export function videoState(
  video: WatchedVideo,
  { language, isTheirs }: { language: Language; isTheirs: boolean },
): Html | undefined {
  const say = watchWords[language];
  const { state, percent, etaSeconds } = video.latest;
  const failure = runFailureOf(video.latest);
  const isOnAir = video.encodingId !== null;
  if (isActive(state)) {
    const shown = state === 'running' ? (percent ?? 0) : 0;
    return html`${notice('info', state === 'running' ? say.running(shown) : say.queued)}
<p><progress max="100" value="${shown}" aria-label="${say.progress}"></progress>
${etaSeconds !== null && html`<span class="quiet">${say.remaining(clockTime(etaSeconds))}</span>`}</p>`;
  }
  if (isTheirs && state === 'failed')
    return notice(
      'bad',
      html`<p>${say.failed}</p><pre class="wrap" tabindex="0">${failure !== null && failureHtml(runMessages[failure.code], failure, language)}</pre>`,
    );
  if (isTheirs && state === 'cancelled') return notice('warning', say.cancelled);
  if (isOnAir) return undefined;
  return notice('info', state === null ? say.notEncoded : say.notPlayable);
}
