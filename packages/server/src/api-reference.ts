import express, { type Router } from 'express';
import swaggerUi from 'swagger-ui-express';

const assets =
  /^\/(swagger-ui-init\.js|swagger-ui\.css|swagger-ui-bundle\.js|swagger-ui-standalone-preset\.js|favicon-(16x16|32x32)\.png)$/;

/**
 * Serves one OpenAPI document: the page at `swagger-ui.html` and the JSON at `api-docs`, below wherever
 * the router is mounted. Only the files that the page loads are served, not the rest of the library.
 */
export function apiReference(document: { info: { title: string } }): Router {
  const router = express.Router();
  router.get('/api-docs', (_request, response) => {
    response.json(document);
  });
  router.get('/swagger-ui.html', swaggerUi.setup(document, { customSiteTitle: document.info.title }));
  // The validator badge would send the document's address to a public host.
  router.get(assets, ...swaggerUi.serveFiles(document, { swaggerOptions: { validatorUrl: null } }));
  return router;
}
