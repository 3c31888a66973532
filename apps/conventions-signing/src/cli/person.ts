/** `npm run person -w apps/conventions-signing -- ...` */
import { runWithDatabase } from '@campus/database/programs';
import { personProgram } from '@campus/privacy';
import { personalData } from '../accounts/personal-data.ts';
import { type Database, openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';

await runWithDatabase(identity, personProgram<Database>('apps/conventions-signing', personalData), {
  open: openDatabase,
});
