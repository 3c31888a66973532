import { baseOf, type KnownRequest } from '@campus/rest';
import type { Request, Response } from 'express';
import type { Services } from '../../resources/services.ts';
import { signedIn } from '../sign-in/signed-in.ts';
import type { WatchDeps } from '../watch/watch-deps.ts';

/** Who looks at a page, as the API knows them; behind `requireAccount`. */
export function knownReader(
  { engine, sessions }: Pick<WatchDeps, 'engine' | 'sessions'>,
  request: Request,
  response: Response,
): KnownRequest<Services> {
  const { id, username, isStaff, isSuperuser } = signedIn(sessions, request);
  return {
    request,
    response,
    engine,
    caller: { id, username, address: request.ip, isStaff, isSuperuser, scheme: 'session' },
    language: sessions.languageOf(request),
    base: baseOf(request, engine),
  };
}
