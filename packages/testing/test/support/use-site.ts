import { afterAll, beforeAll } from '@jest/globals';
import { type RecordedRequest, type RecordingServer, startRecordingServer } from '../../src/index.ts';

/** What a path is answered with; without a status 200, without a type HTML under a strict policy. */
export interface SiteAnswer {
  status?: number;
  type?: string;
  body?: string;
}

/** A site over real HTTP: every answer has a strict Content Security Policy, an unknown path is answered 404. */
export function useSite(
  answers: Record<string, SiteAnswer | ((request: RecordedRequest) => SiteAnswer)>,
): RecordingServer {
  const site = {} as RecordingServer;
  beforeAll(async () => {
    const server = await startRecordingServer((request, response) => {
      const found = answers[new URL(request.url, 'http://site').pathname] ?? { status: 404 };
      const {
        status = 200,
        type = 'text/html',
        body = '',
      } = typeof found === 'function' ? found(request) : found;
      response
        .writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          'content-security-policy': "default-src 'self'; img-src *",
        })
        .end(body);
    });
    Object.assign(site, server);
  });
  afterAll(() => site.stop?.());
  return site;
}

/** A page without faults, apart from those that `main` brings. */
export function page(main: string, options: { head?: string } = {}): SiteAnswer {
  return {
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A page</title>${options.head ?? ''}</head>
<body><main><h1>A page</h1>${main}</main></body>
</html>`,
  };
}
