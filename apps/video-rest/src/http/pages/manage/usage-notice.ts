import { fileSize, type Html, html, type Language } from '@campus/pages';
import type { Usage } from '../../../data/usage.ts';
import type { Limits } from '../../../videos/quotas.ts';
import { managedVideosWords } from './managed-videos-words.ts';

/** What somebody's videos take, and how much of what they may where that has a limit. */
export function usageNotice(used: Usage, allowed: Limits, language: Language): Html {
  const say = managedVideosWords[language];
  const size = (bytes: number) => fileSize(bytes, language);
  const bytes =
    allowed.bytes === undefined ? size(used.bytes) : say.of(size(used.bytes), size(allowed.bytes));
  const videos =
    allowed.videos === undefined ? String(used.videos) : say.of(String(used.videos), String(allowed.videos));
  return html`<p>${say.sources(bytes)}${bar(used.bytes, allowed.bytes, say.sources(bytes))}</p>
<p>${say.videos(videos)}${bar(used.videos, allowed.videos, say.videos(videos))}</p>`;
}

function bar(used: number, allowed: number | undefined, label: string): Html | undefined {
  if (allowed === undefined) return undefined;
  return html` <progress max="${Math.max(allowed, 1)}" value="${Math.min(used, allowed)}" aria-label="${label}"></progress>`;
}
