/**
 * Why a video is closed to its reader, and how they get in. It knows the address and the reason, and nothing else of the
 * video. 403: a 401 would have to name a scheme of HTTP (RFC 9110 §15.5.2), for which browsers ask in a dialog.
 */
import {
  buttonLink,
  type Html,
  html,
  notice,
  type Page,
  submitButton,
  textField,
  withQuery,
} from '@campus/pages';
import type { Request, Response } from 'express';
import { addresses, videoAddress } from '../../addresses.ts';
import { openPage } from './bare-page.ts';
import { closedWords } from './closed-words.ts';
import type { ClosedVideo } from './opened-video.ts';
import type { WatchDeps } from './watch-deps.ts';

/**
 * The whole page.
 *
 * @param refused  what was wrong with a password that was sent, and the status that says so
 */
export function sendClosed(
  deps: WatchDeps,
  request: Request,
  response: Response,
  { slug, why, refused }: ClosedVideo & { refused?: { sentence: string; status: number } },
): void {
  const { sessions } = deps;
  const say = closedWords[sessions.languageOf(request)];
  const page: Page = {
    title: say.title,
    main: html`<div class="sheet narrow">
${notice('info', say[why])}
${why === 'sign_in' && html`<p>${signInLink()}</p>`}
${why === 'password' && passwordForm()}
</div>`,
  };
  sessions.sendPage(request, response, page, { status: refused?.status ?? 403 });

  function signInLink(): Html {
    const href = withQuery(addresses.signIn, { next: videoAddress({ slug }) });
    return buttonLink({ text: say.signIn, href });
  }

  function passwordForm(): Html {
    const errors = refused === undefined ? [] : [refused.sentence];
    return html`<form method="post" action="${videoAddress({ slug })}">
${sessions.csrfField(request, response)}
${textField({ name: 'password', label: say.passwordLabel, type: 'password', required: true, autocomplete: 'off', errors })}
${submitButton(say.watch)}
</form>`;
  }
}

/** For the frames of other sites, where no cookie comes along: the way leads over the whole page. */
export function sendBareClosed(
  { sessions }: WatchDeps,
  request: Request,
  response: Response,
  { slug, why }: ClosedVideo,
): void {
  const language = sessions.languageOf(request);
  const say = closedWords[language];
  const main = html`<h1 class="unseen">${say.title}</h1>
${notice('warning', say[why])}${openPage(videoAddress({ slug }), { language })}`;
  sessions.sendBarePage(request, response, { title: say.title, main }, { status: 403 });
}
