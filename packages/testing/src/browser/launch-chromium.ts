import { type Browser, chromium } from 'playwright-core';
import { requireTool } from '../require-tool.ts';

/**
 * Which build of Debian's Chromium. The one made for running without a window takes a seventh of the processor time for
 * a fresh page (measured: 0.1 and 0.7 s); the one that people have also has a viewer of PDFs.
 */
export type ChromiumProgram = 'chromium-headless-shell' | 'chromium';

/**
 * Starts Debian's Chromium without a window, for tests and for programs that look at pages.
 *
 * It reaches this machine only: no other host name resolves, whatever a page asks for.
 *
 * @throws Error naming the script that installs it, when it is missing
 */
export async function launchChromium(program: ChromiumProgram = 'chromium-headless-shell'): Promise<Browser> {
  return await chromium.launch({
    executablePath: await requireTool(program),
    // Chromium refuses to run its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page lives for a second or two: compiling its scripts for speed costs a tenth more than it gives (measured).
      '--js-flags=--no-opt,--no-maglev',
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}
