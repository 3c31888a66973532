/** `npm run person -w apps/video-rest -- ...` */
import { personProgram } from '@campus/privacy';
import { personalData } from '../accounts/personal-data.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(personProgram<Transaction, Database>('apps/video-rest', personalData));
