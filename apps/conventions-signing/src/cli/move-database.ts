/** `npm run move-database -w apps/conventions-signing`: from the embedded PostgreSQL to a server of the operator's own. */
import { runMoveDatabase } from '@campus/database/programs';
import { identity } from '../identity.ts';

await runMoveDatabase(identity);
