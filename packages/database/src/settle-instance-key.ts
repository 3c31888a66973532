import { type Queryable, sql } from './sql.ts';

/** The key of this name in `instance_keys`, the same for all processes: `proposal` when there is none, from then on. */
export async function settleInstanceKey(
  { pool }: { pool: Queryable },
  { name, proposal }: { name: string; proposal: Uint8Array },
): Promise<Buffer> {
  // Two statements: the second sees what a process that came first has committed meanwhile.
  await sql`
    insert into instance_keys (name, value) values (${name}, ${Buffer.from(proposal)}) on conflict do nothing`.run(
    pool,
  );
  const kept = await sql<{ value: Buffer }>`select value from instance_keys where name = ${name}`.row(pool);
  if (kept === null) throw new Error(`the instance key "${name}" has vanished`);
  return kept.value;
}
