import { minute, textTable } from '@campus/service';
import type { ListedAccount } from '../data/accounts.ts';

const headings = ['USER', 'ROLE', 'STATE', 'CREATED', 'LAST SIGN-IN', 'NAME', 'EMAIL'];

/** Accounts as a table of text; instants in UTC to the minute. */
export function accountTable(accounts: readonly ListedAccount[]): string {
  const rows = accounts.map(({ username, role, isActive, createdAt, lastSignInAt, fullName, email }) => [
    username,
    role,
    isActive ? 'active' : 'disabled',
    minute(createdAt),
    lastSignInAt ? minute(lastSignInAt) : 'never',
    fullName,
    email,
  ]);
  return textTable(headings, rows);
}
