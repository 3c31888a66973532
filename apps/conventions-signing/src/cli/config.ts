/** `npm run config -w apps/conventions-signing`: the parameters of the service, what is in force, and where it is set. */
import { runConfigCommand } from '@campus/config';
import { identity } from '../identity.ts';

const guide = { file: 'docs/signing.md' };

process.exitCode = runConfigCommand({ ...identity, guide });
