/** `npm run export -w apps/video-rest -- ...` */
import { exports } from '../exchange/exchange-command.ts';
import { runWithDatabase } from './with-database.ts';

await runWithDatabase(exports);
