/** `npm run person -w apps/video-rest -- ...` */
import { personProgram } from '@campus/privacy';
import { personalData } from '../accounts/personal-data.ts';
import type { Database } from '../data/open-database.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(personProgram<Database>('apps/video-rest', personalData));
