/** A real Chromium for tests (`*.system.ts`), watched for what no page may do. Imported by tests only. */
export { expectAccessible } from './expect-accessible.ts';
export { type PageOptions, useBrowser } from './use-browser.ts';
