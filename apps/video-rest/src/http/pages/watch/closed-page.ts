/**
 * Why a video is closed to its reader, and how they get in. It knows the address and the reason, and nothing else of the
 * video. 403: a 401 would have to name a scheme of HTTP (RFC 9110 §15.5.2), for which browsers ask in a dialog.
 */
import { formText, SignInError, signInStatus } from '@campus/accounts';
import { buttonLink, type Html, html, notice, submitButton, textField, withQuery } from '@campus/pages';
import { addresses, videoAddress } from '../../addresses.ts';
import { openPage } from './bare-page.ts';
import { type ClosedVideo, findAt, lookUp, noVideo } from './opened-video.ts';
import type { WatchVisit } from './watch-deps.ts';
import { closedWords } from './watch-words.ts';

/**
 * The whole page.
 *
 * @param refused  what was wrong with a password that was sent, and the status that says so
 */
export function sendClosed(
  { reader, csrf, answer }: WatchVisit,
  { slug, why, refused }: ClosedVideo & { refused?: { sentence: string; status: number } },
): void {
  const say = closedWords[reader.language];
  const main = html`<div class="sheet narrow">
${notice('info', say[why])}
${why === 'sign_in' && html`<p>${signInLink()}</p>`}
${why === 'password' && passwordForm()}
</div>`;
  answer({ title: say.title, main }, refused?.status ?? 403);

  function signInLink(): Html {
    const href = withQuery(addresses.signIn, { next: videoAddress({ slug }) });
    return buttonLink({ text: say.signIn, href });
  }

  function passwordForm(): Html {
    const errors = refused === undefined ? [] : [refused.sentence];
    return html`<form method="post" action="${videoAddress({ slug })}">
${csrf()}
${textField({ name: 'password', label: say.passwordLabel, type: 'password', required: true, autocomplete: 'off', errors })}
${submitButton(say.watch)}
</form>`;
  }
}

/** For the frames of other sites, where no cookie comes along: the way leads over the whole page. */
export function sendBareClosed(
  { sessions, request, response, reader: { language } }: WatchVisit,
  { slug, why }: ClosedVideo,
): void {
  const say = closedWords[language];
  const main = html`<h1 class="unseen">${say.title}</h1>
${notice('warning', say[why])}${openPage(videoAddress({ slug }), { language })}`;
  sessions.sendBarePage(request, response, { title: say.title, main }, { status: 403 });
}

/** Takes the password of a video from the form of its page, and leads back there. */
export async function sayPassword(visit: WatchVisit): Promise<void> {
  const { passwords, checkPassword, request, response, reader } = visit;
  const found = await lookUp(visit);
  if (found === undefined) throw noVideo();
  if (!('why' in found)) return response.redirect(303, videoAddress(found.video));
  const { slug, why } = found;
  const video = await findAt(visit, slug);
  if (video === undefined || video.passwordHash === null || why !== 'password')
    return sendClosed(visit, found);
  const { id, passwordHash } = video;
  const [name, password, address] = [`video ${id}`, formText(request, 'password'), request.ip ?? ''];
  try {
    await checkPassword({ name, passwordHash, password, address });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const { language } = reader;
    const sentence =
      error.code === 'bad_credentials' ? closedWords[language].wrong : error.sentence(language);
    return sendClosed(visit, { ...found, refused: { sentence, status: signInStatus(error, response) } });
  }
  passwords.keep(request, response, { id, slug, passwordHash });
  response.redirect(303, videoAddress({ slug }));
}
