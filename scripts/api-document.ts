/**
 * Writes an OpenAPI document to standard output, as a service serves it that knows no public address:
 *
 *     node scripts/api-document.ts video-rest | signing-management | signing-public
 *
 * The clients get their types from it; `test/api-changes.test.ts` compares it with that of the last release.
 */

import type { Jobs } from '@campus/jobs';
import { managementDocument } from '../apps/conventions-signing/src/http/management-api/management-api.ts';
import { publicDocument } from '../apps/conventions-signing/src/http/public-api.ts';
import { identity as signing } from '../apps/conventions-signing/src/identity.ts';
import { routesBeside } from '../apps/video-rest/src/app.ts';
import { openDatabase } from '../apps/video-rest/src/data/open-database.ts';
import { openExchange } from '../apps/video-rest/src/http/exchange/exchange.ts';
import { apiDocument } from '../apps/video-rest/src/http/resources/routes.ts';
import { storesIn } from '../apps/video-rest/src/http/resources/stores-in.ts';
import { identity as video } from '../apps/video-rest/src/identity.ts';

const baseUrl = undefined;

const documents: Record<string, () => unknown> = {
  'video-rest': videoDocument,
  'signing-management': () => managementDocument({ baseUrl, version: signing.version }),
  'signing-public': () => publicDocument({ baseUrl, version: signing.version }),
};

function videoDocument(): unknown {
  // Nothing is asked of it: routes are only made to say what they are.
  const db = openDatabase('postgresql://localhost/none', () => undefined);
  const { all: routes } = routesBeside(openExchange({ db }), {
    db,
    storeOf: storesIn({ db, jobs: {} as Jobs }),
  });
  return apiDocument({ routes, version: video.version }, baseUrl);
}

const [name = ''] = process.argv.slice(2);
const document = documents[name];
if (document === undefined) {
  console.error(`usage: node scripts/api-document.ts ${Object.keys(documents).join(' | ')}`);
  process.exit(64);
} else {
  process.stdout.write(`${JSON.stringify(document(), undefined, 2)}\n`);
}
