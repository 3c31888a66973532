import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from '@campus/config';

/**
 * Makes sure that no other demo works on a data folder, for as long as this process lives.
 *
 * By a name of the kernel's (an abstract socket): it goes with the process, however that ends, so none is ever left over.
 */
export async function holdDemo(dataDir: string): Promise<void> {
  // Elsewhere there are no such names; the ports tell.
  if (process.platform !== 'linux') return;
  const holder = createServer().unref();
  try {
    await once(holder.listen(`\0campus-services demo ${hash('sha256', dataDir)}`), 'listening');
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new Error(
      `The demo runs already on ${dataDir}: use that one, or stop it with Ctrl-C where it was started. For a second one beside it, set CONVENTIONS_SIGNING_DATA_DIR and VIDEO_REST_DATA_DIR to folders of its own, and its ports.`,
      { cause: error },
    );
  }
}
