import type pg from 'pg';

/**
 * The key with this name in the service's table `instance_keys`, the same for all processes of the instance:
 * `proposal` when there is none yet, and it is kept then.
 */
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
