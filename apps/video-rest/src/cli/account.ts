/** `npm run account -w apps/video-rest -- ...` */
import { accounts } from './account-command.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(accounts);
