import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';
import swaggerUi from 'swagger-ui-express';
import { fixedFile } from './compress.ts';
import { namedRoute } from './measure-requests.ts';

/** What is used of an OpenAPI document. */
interface ApiDocument {
  info: { title: string };
}

const ownFolder = path.resolve(import.meta.dirname, '../../assets');

const assets = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
];
const ownSheet = 'api-reference.css';

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
  const files = [
    ...assets.map((name) => [name, swaggerFolder] as const),
    [ownSheet, () => ownFolder] as const,
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

function referenceTo(document: ApiDocument) {
  const swaggerOptions = {
    // Its top bar has nothing for one document; with links to single calls each is a link within a button.
    ...{ layout: 'BaseLayout', deepLinking: false, plugins: [outline] },
    // The validator badge would send the document's address to a public host.
    validatorUrl: null,
  };
  // Its servers are for programs elsewhere; from the page the service is asked that has sent it.
  const shown = { ...document, servers: undefined };
  return {
    document,
    page: swaggerUi.setup(shown, { customSiteTitle: document.info.title, customCssUrl: `./${ownSheet}` }),
    // What follows is files of the disk.
    start: swaggerUi.serveFiles(shown, { swaggerOptions })[0] as RequestHandler,
  };
}

/** React's, as far as `outline` needs it. */
type CreateElement = (component: unknown, given: object | null, ...children: unknown[]) => object;

/**
 * What Swagger UI leaves out of its page: a landmark around its beginning, and a heading between those of levels 1 and 3.
 * Runs in the browser, which is sent its source.
 */
function outline({ React: { createElement } }: { React: { createElement: CreateElement } }) {
  return {
    wrapComponents: {
      InfoContainer: (Info: unknown) => (given: object) =>
        createElement('div', { role: 'banner' }, createElement(Info, given)),
      operations: (Operations: unknown) => (given: object) =>
        createElement('div', null, createElement('h2', null, 'Calls'), createElement(Operations, given)),
    },
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
