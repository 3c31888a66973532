import { stat } from 'node:fs/promises';
import { errorCode } from '@campus/config';

/** Bytes of a file that a tool was to write; 0 when it is not there. @throws what else the disk says */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
