import type { TestService } from './service.ts';

/** Texts that would change a statement, had they become a part of one. */
export const injections = [
  `' or '1'='1`,
  `'; drop table videos; --`,
  `') or true --`,
  `1 or 1=1`,
  `1); delete from users; --`,
  `\\'; select pg_sleep(10); --`,
  `$1`,
  `"; drop table users; --`,
  `id; select 1`,
  `id desc nulls first`,
  `(select password_hash from users limit 1)`,
  `case when (select count(*) from users) > 0 then id else title end`,
  `%' union select null, password_hash from users --`,
  '\u02bc or 1=1',
  '{"gt":""}',
];

/** What an answer says when an injection was no value, or more than the asker should see. */
export const leaks = /scrypt|syntax error|relation "/;

/** Everything that could be lost, by table. */
export async function rowsOfAllTables({
  db: { prisma },
}: Pick<TestService, 'db'>): Promise<Record<string, number>> {
  return {
    users: await prisma.user.count(),
    tokens: await prisma.accessToken.count(),
    types: await prisma.videoType.count(),
    videos: await prisma.video.count(),
    broadcasters: await prisma.broadcaster.count(),
    buildings: await prisma.building.count(),
    encodings: await prisma.encoding.count(),
  };
}
