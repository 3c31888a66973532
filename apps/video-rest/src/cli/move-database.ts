/** `npm run move-database -w apps/video-rest`: from the embedded PostgreSQL to a server of the operator's own. */
import { runMoveDatabase } from '@campus/database/programs';
import { isMendable } from '../open-process.ts';
import { instancePlaces } from './instance-places.ts';

await runMoveDatabase({
  workspace: 'apps/video-rest',
  args: process.argv.slice(2),
  env: process.env,
  seeded: ['public.row_counts'],
  places: () => instancePlaces(process.env),
  isMendable,
});
