import { securityHeaders } from '@campus/pages';
import { apiReference } from '@campus/service';
import type { Router } from 'express';
import type { Sessions } from './pages/sign-in/open-sessions.ts';
import { apiDocument, type Beside } from './resources/routes.ts';

const howToTry = `

Here requests are sent with your session: what reads works at once. For what changes something, choose **Authorize**
and enter a token as \`Token <key>\`; with a session alone such a request is refused, since any other page could make
your browser send it.`;

/** Swagger UI over the API, for whoever has signed in; to be mounted where the API is. */
export function restReference(
  { sessions, baseUrl }: { sessions: Pick<Sessions, 'requireAccount'>; baseUrl: string | undefined },
  beside: Beside,
): Router {
  return apiReference(
    () => {
      const document = apiDocument(beside, baseUrl);
      const { info } = document;
      return { ...document, info: { ...info, description: `${info.description}${howToTry}` } };
    },
    { before: [securityHeaders({ inlineStyles: true }), sessions.requireAccount] },
  );
}
