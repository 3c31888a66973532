import { stopTestServer } from './test-server.mjs';

/** Jest runs this once after all test files, in the process of the set-up. */
export default async function globalTeardown() {
  await stopTestServer();
}
