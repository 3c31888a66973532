/** `npm run workers -w apps/video-rest -- ...` */
import { runWithDatabase } from './with-database.ts';
import { workers } from './workers-command.ts';

await runWithDatabase(workers);
