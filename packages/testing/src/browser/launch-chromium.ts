import { type Browser, chromium } from 'playwright-core';
import { requireTool } from '../require-tool.ts';

/**
 * Starts Debian's Chromium without a window, for tests and for programs that look at pages.
 *
 * It reaches this machine only: no other host name resolves, whatever a page asks for.
 *
 * @throws Error naming the script that installs it, when it is missing
 */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await requireTool('chromium'),
    // Chromium refuses to run its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}
