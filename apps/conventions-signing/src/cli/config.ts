/** `npm run config -w apps/conventions-signing`: the parameters of the service, what is in force, and where it is set. */
import { runConfigCommand } from '@campus/config';
import { identity } from '../identity.ts';

process.exitCode = runConfigCommand(identity, { args: process.argv.slice(2), env: process.env });
