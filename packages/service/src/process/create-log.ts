import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { showError } from '../http/show-error.ts';

export type Log = Logger;

/**
 * The service's log: JSON lines on standard output, or readable lines when that is a terminal.
 * Whatever stands under a name that holds a credential is replaced before it is written, and of an error there is
 * only what its author wrote for people.
 */
export function createLog(service: string): Log {
  const options = {
    name: service,
    serializers: { err: showError },
    redact: { paths: ['authorization', '*.authorization', 'token', '*.token'], censor: '[redacted]' },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(
    options,
    pretty({
      colorize: true,
      // People read the message, and of an error where it was; the rest is for machines.
      include: 'level,time,name,msg,err',
      translateTime: 'SYS:HH:MM:ss',
    }),
  );
}
