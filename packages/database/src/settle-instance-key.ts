import type pg from 'pg';

/** The key of this name in `instance_keys`, the same for all processes: `proposal` when there is none, from then on. */
export async function settleInstanceKey(
  { pool }: { pool: pg.Pool },
  { name, proposal }: { name: string; proposal: Uint8Array },
): Promise<Buffer> {
  // Two statements: the second sees what a process that came first has committed meanwhile.
  await pool.query('insert into instance_keys (name, value) values ($1, $2) on conflict do nothing', [
    name,
    Buffer.from(proposal),
  ]);
  const { rows } = await pool.query<{ value: Buffer }>('select value from instance_keys where name = $1', [
    name,
  ]);
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`the instance key "${name}" has vanished`);
  return value;
}
