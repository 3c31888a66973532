import { buttonLink, copyable, html, notice } from '@campus/pages';
import type { Request, Response } from 'express';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { factorWords } from './factor-words.ts';

/** Shows recovery codes, the only time that anything does: the answer itself, and no redirect. */
export function showRecoveryCodes(
  { sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { codes, next }: { codes: readonly string[]; next: string },
): void {
  const language = sessions.languageOf(request);
  const say = factorWords[language];
  sessions.sendPage(request, response, {
    title: say.recoveryCodes,
    scripts: ['copy.js'],
    main: html`${notice('warning', say.keepCodes)}
<div class="sheet narrow">${copyable(codes.join('\n'), { id: 'recovery-codes', language })}</div>
<p>${buttonLink({ text: say.codesKept, href: next })}</p>`,
  });
}
