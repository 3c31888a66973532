import { errorCode, errorMessage, textOf } from '@campus/config';

/** Whatever is asked for: descriptors, for this process and for the machine, room for packets, a thread. */
const always = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ERR_WORKER_INIT_FAILED'];

/** By the first word of what was asked for; elsewhere they have other meanings: processes, memory, ports. */
const asked: Readonly<Record<string, readonly string[]>> = {
  spawn: ['EAGAIN', 'ENOMEM'],
  fork: ['EAGAIN', 'ENOMEM'],
  connect: ['EADDRNOTAVAIL', 'EAGAIN', 'ENOMEM'],
};

/**
 * Whether something failed only because the system had no descriptor, process, thread, port or memory left for it: nothing is wrong
 * with the request, and it may go well a moment later.
 *
 * @param error  whatever Node threw, also as the cause of another
 * @returns the reason in one line for the log, which may name a file; undefined when it failed for something else
 */
export function whyShortOfMeans(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = errorCode(error);
  const [call = ''] = textOf(error, 'syscall').split(' ');
  if (always.includes(code) || asked[call]?.includes(code)) return errorMessage(error);
  const errors: unknown = Reflect.get(error, 'errors');
  for (const within of [Reflect.get(error, 'cause'), ...(Array.isArray(errors) ? errors : [])]) {
    const reason = whyShortOfMeans(within);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
