/** `npm run move-database -w apps/video-rest`: from the embedded PostgreSQL to a server of the operator's own. */
import { runMoveDatabase } from '@campus/database/programs';
import { tablesWithFirstRows } from '../data/tables.ts';
import { identity } from '../identity.ts';

await runMoveDatabase(identity, { seeded: tablesWithFirstRows });
