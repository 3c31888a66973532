import { errorCode, errorMessage, textOf } from '@campus/config';

/** Of files and connections, for this process and for the machine. */
const descriptors = ['EMFILE', 'ENFILE'];

/** Of processes and memory, when one is started; elsewhere they have other meanings. */
const processes = ['EAGAIN', 'ENOMEM'];

/**
 * Whether something failed only because the system had no descriptor, process or memory left for it: nothing is wrong
 * with the request, and it may go well a moment later.
 *
 * @param error  whatever Node threw, also as the cause of another
 * @returns the reason in one line for the log, which may name a file; undefined when it failed for something else
 */
export function whyShortOfMeans(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = errorCode(error);
  const isStart = /^(spawn|fork)/.test(textOf(error, 'syscall'));
  if (descriptors.includes(code) || (isStart && processes.includes(code))) return errorMessage(error);
  const errors: unknown = Reflect.get(error, 'errors');
  for (const within of [Reflect.get(error, 'cause'), ...(Array.isArray(errors) ? errors : [])]) {
    const reason = whyShortOfMeans(within);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
