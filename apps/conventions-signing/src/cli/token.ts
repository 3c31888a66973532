/** `npm run token -w apps/conventions-signing -- ...` */
import { runWithDatabase } from '@campus/database/programs';
import { openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';
import { tokens } from './token-command.ts';

await runWithDatabase(identity, tokens, { open: openDatabase });
