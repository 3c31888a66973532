import pino, { type Logger, stdSerializers } from 'pino';
import { activeSpan } from '../traces/tracing.ts';

export type Log = Logger;

/**
 * The service's log: JSON lines on standard output, or readable lines when that is a terminal.
 * Whatever stands under a name that holds a credential is replaced before it is written, and of an error there is
 * only what its author wrote for people. Where lines cannot be written, the service goes on.
 */
export async function createLog(service: string): Promise<Log> {
  const options = {
    name: service,
    serializers: { err: showError },
    mixin: traceOfLine,
    redact: { paths: ['authorization', '*.authorization', 'token', '*.token'], censor: '[redacted]' },
  };
  if (!process.stdout.isTTY) return pino(options, lasting());
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

/** Where a line belongs to a trace, in which. */
function traceOfLine(): { trace_id?: string } {
  const span = activeSpan();
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** An error as the log shows it. */
interface ShownError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  errors?: unknown[];
}

/**
 * An error, with its causes, by what its author wrote for people: never by whatever else hangs on it. PostgreSQL
 * hangs the failing row on one, HTTP clients the whole request with its credentials.
 */
export function showError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return String(error);
  const { type, message, stack, code } = stdSerializers.err(error as Error);
  const shown: ShownError = { type, message, stack };
  if (code !== undefined) shown.code = code;
  if ('errors' in error && Array.isArray(error.errors)) shown.errors = error.errors.map(showError);
  return shown;
}

/** Of lines that wait until the disk has room again; those beyond are lost. */
const mostWaitingCharacters = 1024 * 1024;

/** Standard output, which may be redirected to a disk that is full or broken: neither ends the process, or keeps it. */
function lasting() {
  const output = pino.destination({ dest: 1, maxLength: mostWaitingCharacters });
  let isFailing = false;
  // There is nowhere to tell of it. What was not written goes with the next line that can be.
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  // At the end of the process these would try for ever.
  const { flush, flushSync } = output;
  output.flush = (done) => (isFailing ? done?.() : flush.call(output, done));
  output.flushSync = () => (isFailing ? undefined : flushSync.call(output));
  return output;
}
