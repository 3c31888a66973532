import { startTestServer } from './test-server.mjs';

/** Jest runs this once before all test files; the workers inherit the variables. Runs of `changed-suites.mjs` share its server. */
export default async function globalSetup() {
  if (process.env.SUITES_SHARE_SERVER) return;
  const { url, adminUrl, folder } = await startTestServer();
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_DATABASE_ADMIN_URL = adminUrl;
  process.env.TEST_RUN_FOLDER = folder;
  process.env.TEST_RUN_PROCESS = String(process.pid);
}
