import type { Jobs } from '@campus/jobs';
import type { Database } from '../data/open-database.ts';
import type { PdfInspector } from '../pdf/inspect.ts';

/** What the use cases of this room work with; made once in `service.ts`. */
export interface SigningDeps {
  db: Database;
  jobs: Jobs;
  inspector: PdfInspector;
  now: () => Date;
  /** Whether a signing application is configured: without one, a new round tells nobody. */
  hasWebhook: boolean;
}
