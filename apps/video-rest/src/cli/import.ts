/** `npm run import -w apps/video-rest -- ...` */
import { imports } from '../exchange/exchange-command.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(imports);
