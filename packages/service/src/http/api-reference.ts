import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';
import swaggerUi from 'swagger-ui-express';
import { fixedFile } from './compress.ts';
import { namedRoute } from './measure-requests.ts';

/** What is used of an OpenAPI document. */
interface ApiDocument {
  info: { title: string; description?: string };
}

const assets = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
];

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
  router.get('/swagger-ui-init.js', ...before, (...request) => reference().start(...request));
  for (const name of assets) {
    const send = atFirstRequest(async () => {
      const sendTo = fixedFile(await readFile(path.join(swaggerFolder(), name)));
      return (_request, response) => sendTo(response.type(path.extname(name)));
    });
    router.get(`/${name}`, namedRoute('/:asset'), ...before, send);
  }
  return router;
}

function referenceTo(document: ApiDocument) {
  return {
    document,
    page: swaggerUi.setup(document, { customSiteTitle: document.info.title }),
    // The validator badge would send the document's address to a public host. What follows is files of the disk.
    start: swaggerUi.serveFiles(document, { swaggerOptions: { validatorUrl: null } })[0] as RequestHandler,
  };
}

/**
 * Handles requests by what is loaded for the first of them: what few processes are asked for takes no part in their
 * start. A load that failed is tried again by the next request.
 */
export function atFirstRequest(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= load();
    const handle = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return handle(request, response, next);
  };
}
