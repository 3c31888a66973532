import { languages, securityHeaders, statementPage, statementPaths } from '@campus/pages';
import express, { type Request, type Router } from 'express';
import type { Account } from '../account.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** RFC 9116 wants a day within the next year. */
const toldAgainMs = 180 * 24 * 3600 * 1000;

/** What a service has to tell everybody of itself: its accessibility statement, and whom to tell of a vulnerability. */
export function noticeRoutes<Person extends Account>(
  sessions: BrowserSessions<Person>,
  { baseUrl }: { baseUrl: string | undefined },
): Router {
  const { site, now } = sessions;
  const { brandName: institution, accessibilityContact: contact, securityContact } = site.brand;
  const { audited } = site.links;
  const addressOf = (request: Request) => baseUrl ?? `${request.protocol}://${request.host}`;
  const router = express.Router();
  if (audited !== undefined)
    for (const language of languages)
      router.get(statementPaths[language], securityHeaders(), sessions.handle, (request, response) => {
        const service = { name: site.name[language], address: addressOf(request) };
        const page = statementPage({ audited, service, institution, contact }, language);
        sessions.sendPage(request, response, page, { language });
      });
  if (securityContact !== undefined)
    router.get('/.well-known/security.txt', (request, response) => {
      const fields = [
        `Contact: ${securityContact}`,
        `Expires: ${new Date(now().getTime() + toldAgainMs).toISOString()}`,
        `Preferred-Languages: ${languages.join(', ')}`,
        `Canonical: ${addressOf(request)}${request.path}`,
      ];
      response.type('text').send(`${fields.join('\n')}\n`);
    });
  return router;
}
