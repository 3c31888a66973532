/** `npm run export -w apps/video-rest -- ...` */
import { exports } from '../exchange/exchange-command.ts';
import { runWithStorage } from './with-storage.ts';

await runWithStorage(exports);
