import pino, { type Logger } from 'pino';
import { showError } from './show-error.ts';

export type Log = Logger;

/**
 * The service's log: JSON lines on standard output, or readable lines when that is a terminal.
 * Whatever stands under a name that holds a credential is replaced before it is written, and of an error there is
 * only what its author wrote for people.
 */
export async function createLog(service: string): Promise<Log> {
  const options = {
    name: service,
    serializers: { err: showError },
    redact: { paths: ['authorization', '*.authorization', 'token', '*.token'], censor: '[redacted]' },
  };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import('pino-pretty');
  return pino(
    options,
    pretty({
      colorize: true,
      // People read the message, and of an error where it was; the rest is for machines.
      include: 'level,time,name,process,msg,err',
      translateTime: 'SYS:HH:MM:ss',
    }),
  );
}
