/** `npm run token -w apps/video-rest -- ...` */
import { tokens } from './token-command.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(tokens);
