/** `npm run move-database -w apps/conventions-signing`: from the embedded PostgreSQL to a server of the operator's own. */
import { runMoveDatabase } from '@campus/database/programs';
import { isMendable } from '../open-process.ts';
import { instancePlaces } from './instance-places.ts';

await runMoveDatabase({
  workspace: 'apps/conventions-signing',
  args: process.argv.slice(2),
  env: process.env,
  places: () => instancePlaces(process.env),
  isMendable,
});
