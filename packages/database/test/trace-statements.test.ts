import { expect, test } from '@jest/globals';
import { summaryOf } from '../src/trace-statements.ts';

test.each([
  ['select id from videos where id = $1', 'select videos'],
  ['SELECT "public"."videos"."id" FROM "public"."videos" WHERE 1=1', 'select public.videos'],
  ['insert into signables (title) values ($1)', 'insert signables'],
  ['update tokens set used_at = $1', 'update tokens'],
  ['delete from pgboss.job', 'delete pgboss.job'],
  ['\n  with few as (select 1 from signables) select count(*) from few', 'select signables'],
  [
    'with new as (\n insert into pgboss.j1a2 (id) values ($1) returning id) select pg_notify($2)',
    'insert pgboss.j1a2',
  ],
  ['with due as (select id from runs for update skip locked) update runs set taken = now()', 'update runs'],
  ["select 'from secrets', state from runs", 'select runs'],
  ["select 'it''s from secrets' from runs", 'select runs'],
  ['begin', 'begin'],
  ['select pg_advisory_xact_lock($1)', 'select'],
  ['', 'statement'],
])('%j is told as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
