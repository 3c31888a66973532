import type { Requester } from '@campus/database';
import { facts, failureHtml, html, time } from '@campus/pages';
import { Refusal } from '@campus/rest';
import type { RequestHandler } from 'express';
import { findEncoding, findLog } from '../../../data/encodings.ts';
import { mostLogLines } from '../../../ffmpeg/ffmpeg-words.ts';
import { runFailureOf, runMessages } from '../../../videos/run-failure.ts';
import { videoAddress } from '../../addresses.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { requesterOf } from '../sign-in/signed-in.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { encodingWords } from './encoding-words.ts';
import { remarksOn } from './remarks.ts';

/** One run of the encoder, with what its workers and ffmpeg said last. */
export function showEncoding({ sessions, db, timeZone }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const language = sessions.languageOf(request);
    const requester: Requester = requesterOf(sessions, request, response);
    const id = Number(request.params.id);
    const { run, log } = await db.lookups.withPrisma(requester, async (tx) => ({
      run: await findEncoding(tx, id),
      log: await findLog(tx, id),
    }));
    if (run === null) throw new Refusal('not_found');
    const say = encodingWords[language];
    const failure = runFailureOf(run);
    const at = (instant: Date | null) => time(instant, { language, timeZone }, { seconds: true });
    const remarks = remarksOn(run, language);
    const main = html`${facts([
      [say.video, html`<a href="${videoAddress(run.video)}">${run.video.title}</a>`],
      [say.state, encodingBadge(run.state, language)],
      [say.attempts, run.attempts],
      [say.requested, at(run.requestedAt)],
      [say.started, at(run.startedAt)],
      [say.finished, at(run.finishedAt)],
      failure !== null && [say.error, failureHtml(runMessages[failure.code], failure, language)],
      remarks.length > 0 && [say.remarks, html`${remarks.join(' ')}`],
    ])}
<h2 id="log">${say.log}</h2>
<p class="quiet">${say.logIs(mostLogLines)}</p>
${log.length === 0 ? html`<p>${say.noLog}</p>` : html`<pre class="wrap" tabindex="0" role="region" aria-labelledby="log">${log.join('\n')}</pre>`}`;
    const breadcrumbs = adminBreadcrumbs(language, 'encodings');
    sessions.sendPage(request, response, { title: say.runOf(run.video.title), breadcrumbs, main });
  };
}
