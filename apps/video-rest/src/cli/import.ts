/** `npm run import -w apps/video-rest -- ...` */
import { imports } from '../exchange/exchange-command.ts';
import { runWithStorage } from './with-storage.ts';

await runWithStorage(imports);
