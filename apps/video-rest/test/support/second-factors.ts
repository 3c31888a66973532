import type { TestService } from './service.ts';

/** Somebody has an authenticator app, whose codes nobody here asks for. */
export async function givenTotp({ sql }: Pick<TestService, 'sql'>, { id }: { id: number }): Promise<void> {
  await sql.query('insert into totp_keys (account_id, secret, last_step) values ($1, $2, 0)', [
    id,
    Buffer.alloc(48),
  ]);
}
