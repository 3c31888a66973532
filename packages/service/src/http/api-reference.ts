import express, { type RequestHandler, type Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { namedRoute } from './measure-requests.ts';

/** What is used of an OpenAPI document. */
interface ApiDocument {
  info: { title: string; description?: string };
}

const assets =
  /^\/(?:swagger-ui-init\.js|swagger-ui\.css|swagger-ui-bundle\.js|swagger-ui-standalone-preset\.js|favicon-16x16\.png|favicon-32x32\.png)$/;

/**
 * Serves one OpenAPI document: the page at `swagger-ui.html` and the JSON at `api-docs`, below wherever
 * the router is mounted. Only the files that the page loads are served, not the rest of the library.
 *
 * @param makeDocument  called for the first who asks: few do, and it takes a tenth of a start
 * @param options.before  what each of them passes first: a sign-in, and security headers, which must let the page
 *   have styles in its markup
 */
export function apiReference(
  makeDocument: () => ApiDocument,
  { before = [] }: { before?: readonly RequestHandler[] } = {},
): Router {
  const router = express.Router();
  let made: ReturnType<typeof referenceTo> | undefined;
  const reference = () => {
    made ??= referenceTo(makeDocument());
    return made;
  };
  router.get('/api-docs', ...before, (_request, response) => {
    response.json(reference().document);
  });
  router.get('/swagger-ui.html', ...before, (...request) => reference().page(...request));
  router.get(assets, namedRoute('/:asset'), ...before, (...request) => reference().files(...request));
  return router;
}

function referenceTo(document: ApiDocument) {
  return {
    document,
    page: swaggerUi.setup(document, { customSiteTitle: document.info.title }),
    files: express.Router().use(
      // The validator badge would send the document's address to a public host.
      ...swaggerUi.serveFiles(document, { swaggerOptions: { validatorUrl: null } }),
    ),
  };
}
