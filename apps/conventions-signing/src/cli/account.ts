/** `npm run account -w apps/conventions-signing -- ...` */
import { runWithDatabase } from '@campus/database/programs';
import { openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';
import { accounts } from './account-command.ts';

await runWithDatabase(identity, accounts, { open: openDatabase });
