import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorCode, errorMessage } from '@campus/config';
import { UsageError } from './usage-error.ts';

/**
 * The words and the options of a command line.
 *
 * @throws UsageError for an option that is not declared, or one without its value
 */
export function readCommand<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!errorCode(error).startsWith('ERR_PARSE_ARGS')) throw error;
    // What follows speaks of arguments that begin with a dash, which nobody has given.
    const [sentence = ''] = errorMessage(error).split(/\.\s/);
    throw new UsageError(sentence, { cause: error });
  }
}
