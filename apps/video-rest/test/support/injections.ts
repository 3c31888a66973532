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
