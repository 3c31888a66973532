export { askPassword } from './ask-password.ts';
export { readCommand } from './read-command.ts';
export { type Program, runProgram } from './run-program.ts';
export { say } from './say.ts';
export { minute, textTable } from './text-table.ts';
export { UsageError } from './usage-error.ts';
