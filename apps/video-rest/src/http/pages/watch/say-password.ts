import { formText, SignInError } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { videoAddress } from '../../addresses.ts';
import { sendClosed } from './closed-page.ts';
import { closedWords } from './closed-words.ts';
import { findAt, lookUp, noVideo } from './opened-video.ts';
import type { WatchDeps } from './watch-deps.ts';

/** Takes the password of a video from the form of its page, and leads back there. */
export function sayPassword(deps: WatchDeps): RequestHandler {
  const { sessions, passwords, checkPassword } = deps;
  return async (request, response) => {
    const found = await lookUp(deps, request);
    if (found === undefined) throw noVideo();
    if (!('why' in found)) return response.redirect(303, videoAddress(found.video));
    const { slug, why } = found;
    const video = await findAt(deps, slug);
    if (video === undefined || video.passwordHash === null || why !== 'password')
      return sendClosed(deps, request, response, found);
    const { id, passwordHash } = video;
    try {
      const address = request.ip ?? '';
      await checkPassword({
        name: `video ${id}`,
        passwordHash,
        password: formText(request, 'password'),
        address,
      });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      const { code, retryAfterSeconds } = error;
      const language = sessions.languageOf(request);
      const sentence = code === 'bad_credentials' ? closedWords[language].wrong : error.sentence(language);
      if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
      return sendClosed(deps, request, response, { ...found, refused: { sentence, status: statuses[code] } });
    }
    passwords.keep(request, response, { id, slug, passwordHash });
    response.redirect(303, videoAddress({ slug }));
  };
}

const statuses = { bad_credentials: 403, throttled: 429, busy: 503 } as const;
