/** Apart from the rest of the package, which a program of the command line need not load: half of its start. */

export { askPassword } from './ask-password.ts';
export {
  declareProgram,
  flag,
  type OptionValues,
  option,
  type ProgramDeclaration,
  type ProgramOptions,
  type Verb,
} from './declare-program.ts';
export {
  type Program,
  readCommand,
  runProgram,
  say,
  UsageError,
  type Work,
} from './run-program.ts';
export { showProgress } from './show-progress.ts';
export { minute, textTable } from './text-table.ts';
