import path from 'node:path';

export const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** What the database of this service is made of. */
export const instance = {
  /** Name of the embedded one. */
  database: 'video_rest',
  migrations: path.join(repositoryRoot, 'prisma/video-rest/migrations'),
} as const;
