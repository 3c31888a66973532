/** `npm run migrate -w apps/video-rest`: the migrations, apart from a start of the service. */
import { runMigrate } from '@campus/database/programs';
import { isMendable } from '../open-process.ts';
import { instancePlaces } from './instance-places.ts';

await runMigrate({
  workspace: 'apps/video-rest',
  args: process.argv.slice(2),
  places: () => instancePlaces(process.env),
  isMendable,
});
