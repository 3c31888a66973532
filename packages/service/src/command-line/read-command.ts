import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
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
    const isOurs = error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
    throw isOurs ? new UsageError(error.message, { cause: error }) : error;
  }
}
