/** `npm run migrate -w apps/video-rest`: the migrations, apart from a start of the service. */
import { runMigrate } from '@campus/database/programs';
import { identity } from '../identity.ts';

await runMigrate(identity, { args: process.argv.slice(2), env: process.env });
