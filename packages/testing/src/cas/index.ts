/** A CAS server for tests of signing in through one. Imported by tests only. */
export { type CasTestServer, startCasServer } from './start-cas-server.ts';
