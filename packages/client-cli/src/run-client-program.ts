import { errorCode, OperatorError } from '@campus/config';
import * as service from '@campus/service/command-line';
import { completionOf } from './completion.ts';
import { exitStatuses, explainFailure } from './explain-failure.ts';
import { type Access, accessPlaces, readAccess } from './read-access.ts';

interface ClientProgram<Own extends service.ProgramOptions, Client>
  extends Omit<service.ProgramDeclaration<Own, Client>, 'call' | 'exit'> {
  /** `campus-video`: what it is called by, and how its variables and files begin. */
  name: string;
  createClient(access: Access): Client;
}

/** Runs a program of the command line that speaks to a service by HTTP, and ends the process. */
export function runClientProgram<Own extends service.ProgramOptions, Client>({
  name,
  createClient,
  verbs,
  notes,
  ...declaration
}: ClientProgram<Own, Client>): Promise<never> {
  const { url, token, file, defaultFile } = accessPlaces(name);
  const all: typeof verbs = {
    ...verbs,
    completion: {
      read: () => ({
        first: async () => {
          service.say(completionOf(name, all));
          return undefined;
        },
      }),
    },
  };
  const access = `It signs in with ${url} and ${token} of the environment, or of a file with such lines that
nobody else may read (mode 0600): ${defaultFile}, or the one that ${file} names.
For completion in bash: source <(${name} completion)`;
  const program = service.declareProgram<Own, Client>({
    ...declaration,
    call: name,
    verbs: all,
    notes: [notes, access].filter(Boolean).join('\n'),
    exit: exitStatuses,
  });
  // Whoever reads the output, such as head, has had enough.
  process.stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
    process.exit();
  });
  return service.runProgram(
    {
      ...program,
      run: async (command) => {
        const work = await program.run(command);
        return work && ((client) => work(client).catch((error) => endWith(name, error)));
      },
    },
    {
      args: process.argv.slice(2),
      open: async () => ({ database: createClient(await readAccess(name)), close: async () => {} }),
    },
  );
}

function endWith(name: string, error: unknown): never {
  const failure = explainFailure(name, error);
  if (failure === undefined) throw error;
  process.exitCode = failure.status;
  throw new OperatorError(`${name}: ${failure.sentence}`, { cause: error });
}
