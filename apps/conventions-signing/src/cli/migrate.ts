/** `npm run migrate -w apps/conventions-signing`: the migrations, apart from a start of the service. */
import { runMigrate } from '@campus/database/programs';
import { isMendable } from '../open-process.ts';
import { instancePlaces } from './instance-places.ts';

await runMigrate({
  workspace: 'apps/conventions-signing',
  args: process.argv.slice(2),
  places: () => instancePlaces(process.env),
  isMendable,
});
