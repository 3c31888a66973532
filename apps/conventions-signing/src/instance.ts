import path from 'node:path';

export const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** What the database of this service is made of. */
export const instance = {
  /** Name of the embedded one. */
  database: 'conventions_signing',
  migrations: path.join(repositoryRoot, 'prisma/conventions-signing/migrations'),
} as const;
