/** `npm run config -w apps/video-rest`: the parameters of the service, what is in force, and where it is set. */
import { runConfigCommand } from '@campus/config';
import { guide } from '../guide.ts';
import { identity } from '../identity.ts';

process.exitCode = runConfigCommand({ ...identity, guide });
