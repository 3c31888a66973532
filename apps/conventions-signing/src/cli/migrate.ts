/** `npm run migrate -w apps/conventions-signing`: the migrations, apart from a start of the service. */
import { runMigrate } from '@campus/database/programs';
import { identity } from '../identity.ts';

await runMigrate(identity);
