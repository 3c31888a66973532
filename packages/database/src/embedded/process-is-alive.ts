import { errorCode } from '@campus/config';

/** Whether a process with this id exists, whoever owns it. */
export function processIsAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and belongs to someone else.
    return errorCode(error) === 'EPERM';
  }
}
