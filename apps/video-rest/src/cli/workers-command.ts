/** What the command line of `workers` may say. */
import { readCommand, UsageError } from '@campus/service';
import type { WhichWorkers } from '../videos/drain-workers.ts';

export const usage = `Shows the processes that encode, and drains them, beside a running service.

usage: npm run workers -w apps/video-rest -- list
       npm run workers -w apps/video-rest -- drain <name> | --host <machine>
       npm run workers -w apps/video-rest -- undrain <name> | --host <machine>

  --host <machine>  all workers of a machine
  --help            this text

A drained worker takes up nothing new, finishes what it has, and ends with status 0. A service that encodes stays, and
encodes again once it is undrained.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

const options = { host: { type: 'string' }, help: { type: 'boolean', default: false } } as const;

export type WorkersCommand = { verb: 'list' } | { verb: 'drain' | 'undrain'; which: WhichWorkers };

/** @throws UsageError */
export function readWorkersCommand(args: string[]): WorkersCommand | 'help' {
  const { values, positionals } = readCommand(args, options);
  if (values.help) return 'help';
  const [verb = '', name, ...more] = positionals;
  const { host } = values;
  if (verb === 'list') {
    if (name !== undefined || host !== undefined) throw new UsageError('list takes nothing');
    return { verb };
  }
  if (verb !== 'drain' && verb !== 'undrain')
    throw new UsageError(`the command must be list, drain or undrain, got "${verb}"`);
  if ((name === undefined) === (host === undefined) || more.length > 0)
    throw new UsageError(`${verb} needs the name of one worker, or --host`);
  return { verb, which: host === undefined ? { name: String(name) } : { host } };
}
