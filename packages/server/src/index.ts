export { apiReference } from './api-reference.ts';
export { createLog, type Log } from './create-log.ts';
export { createShell, type ShellOptions } from './create-shell.ts';
export { ListenError, type Listening, type ListenOptions, listen } from './listen.ts';
export { runUntilStopped } from './run-until-stopped.ts';
export { checkServerAddress, serverParameters } from './server-parameters.ts';
