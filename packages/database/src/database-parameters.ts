import path from 'node:path';
import { directoryPath, ParameterError, parameter, wholeNumber } from '@campus/config';

/** Enough for what one process does at a time: more would wait for the processors, not for a connection. */
export const defaultPoolSize = 10;

/** Time for what many look at: lists without a filter take milliseconds, and those of ten million rows seconds. */
export const defaultListTimeoutSeconds = 10;

/** Parameters of every service that keeps data: where its database and its files are. */
export function databaseParameters({ service, repositoryRoot }: { service: string; repositoryRoot: string }) {
  const dataDir = path.join(repositoryRoot, '.data', service);
  return {
    databaseUrl: parameter(
      'database.url',
      'PostgreSQL 15 or later, postgresql://user:password@host:port/database; absent: the embedded one',
      postgresUrl,
      { secret: true },
    ),
    databaseReadUrl: parameter(
      'database.read-url',
      'a standby of that database, which answers lists, searches and harvests while it holds all that the database does',
      postgresUrl,
      { secret: true },
    ),
    databasePoolSize: parameter(
      'database.pool-size',
      'connections to the database that requests and jobs of one process share; lists and searches have half as many besides, the queue up to seven',
      wholeNumber({ min: 2, max: 500 }),
      { default: defaultPoolSize },
    ),
    databaseListTimeout: parameter(
      'database.list-timeout',
      'seconds that one statement of a list or a search may take; then it is ended, and the answer is 503',
      wholeNumber({ min: 1, max: 3600 }),
      { default: defaultListTimeoutSeconds },
    ),
    dataDir: parameter(
      'data.dir',
      'folder of the service: the embedded database and uploads on their way',
      directoryPath(repositoryRoot),
      { default: dataDir, text: `.data/${service}` },
    ),
  };
}

function postgresUrl(given: string): string {
  const rule = 'must be of the form postgresql://user:password@host:port/database';
  if (!URL.canParse(given)) throw new ParameterError(rule);
  const { protocol, pathname } = new URL(given);
  if (protocol !== 'postgresql:' && protocol !== 'postgres:') throw new ParameterError(rule);
  if (pathname.length < 2) throw new ParameterError(rule);
  return given;
}
