import express, { type RequestHandler, type Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { namedRoute } from './measure-requests.ts';

const assets =
  /^\/(?:swagger-ui-init\.js|swagger-ui\.css|swagger-ui-bundle\.js|swagger-ui-standalone-preset\.js|favicon-16x16\.png|favicon-32x32\.png)$/;

/**
 * Serves one OpenAPI document: the page at `swagger-ui.html` and the JSON at `api-docs`, below wherever
 * the router is mounted. Only the files that the page loads are served, not the rest of the library.
 *
 * @param options.before  what each of them passes first: a sign-in, and security headers, which must let the page
 *   have styles in its markup
 */
export function apiReference(
  document: { info: { title: string; description?: string } },
  { before = [] }: { before?: readonly RequestHandler[] } = {},
): Router {
  const router = express.Router();
  router.get('/api-docs', ...before, (_request, response) => {
    response.json(document);
  });
  const page = swaggerUi.setup(document, { customSiteTitle: document.info.title });
  router.get('/swagger-ui.html', ...before, page);
  // The validator badge would send the document's address to a public host.
  router.get(
    assets,
    namedRoute('/:asset'),
    ...before,
    ...swaggerUi.serveFiles(document, { swaggerOptions: { validatorUrl: null } }),
  );
  return router;
}
