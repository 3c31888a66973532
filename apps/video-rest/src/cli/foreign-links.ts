/** `npm run foreign-links -w apps/video-rest -- ...` */
import { foreignLinks } from './foreign-links-command.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(foreignLinks);
