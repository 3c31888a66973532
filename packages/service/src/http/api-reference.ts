import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';
import { fixedFile } from './compress.ts';
import { namedRoute } from './measure-requests.ts';

/** What is used of an OpenAPI document. */
interface ApiDocument {
  info: { title: string };
}

const ownFolder = path.resolve(import.meta.dirname, '../../assets');

/** What the page loads, and nothing else of the library. */
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const ownAssets = ['api-reference.css', 'api-reference.js'];

/**
 * Serves one OpenAPI document: the page at `swagger-ui.html` and the JSON at `api-docs`, below wherever
 * the router is mounted.
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
  let made: ApiDocument | undefined;
  const document = () => {
    made ??= makeDocument();
    return made;
  };
  router.get('/api-docs', ...before, (_request, response) => {
    response.json(document());
  });
  router.get('/swagger-ui.html', ...before, (_request, response) => {
    response.send(pageOf(document()));
  });
  const files = [
    ...assets.map((name) => [name, swaggerFolder] as const),
    ...ownAssets.map((name) => [name, () => ownFolder] as const),
  ];
  for (const [name, folder] of files) {
    const send = atFirstRequest(async () => {
      const sendTo = fixedFile(await readFile(path.join(folder(), name)));
      return (_request, response) => sendTo(response.type(path.extname(name)));
    });
    router.get(`/${name}`, namedRoute('/:asset'), ...before, send);
  }
  return router;
}

const pageOf = ({ info }: ApiDocument) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<link rel="stylesheet" href="./swagger-ui.css">
<link rel="stylesheet" href="./api-reference.css">
<link rel="icon" href="./favicon-32x32.png">
<script src="./swagger-ui-bundle.js" defer></script>
<script type="module" src="./api-reference.js"></script>
</head>
<body><div id="reference"></div></body>
</html>
`;

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
