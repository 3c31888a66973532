/** Real browsers for tests (`*.system.ts`), watched for what no page may do. Imported by tests only. */
export { expectAccessible } from './expect-accessible.ts';
export { expectOperable } from './expect-operable.ts';
export { movedBy } from './moved-by.ts';
export { type PageOptions, useBrowser } from './use-browser.ts';
export { useFirefox } from './use-firefox.ts';
export { addVirtualAuthenticator } from './virtual-authenticator.ts';
export { patternsAt, patternsOf, walkPages } from './walk-pages.ts';
