import { type Queryable, sql } from '@campus/database';
import type { ClaimedPerson } from '../domain/person-in-claims.ts';
import { insertAccount, type SignInRow, signInRows } from './accounts.ts';
import type { Transaction } from './open-database.ts';

/** The columns that say who somebody is at an identity provider. */
const columns = {
  OIDC: { name: sql`oidc_subject`, key: 'oidcSubject' },
  CAS: { name: sql`cas_user`, key: 'casUser' },
} as const;

/** Somebody as an identity provider names them. */
export interface Subject {
  protocol: keyof typeof columns;
  subject: string;
}

/**
 * Gives a subject to the active account of exactly this user name that has none at this provider yet, where there is one.
 *
 * @param options.sparesSuperusers  finds none that may do everything
 */
export async function bindIdentity(
  tx: Transaction,
  { protocol, subject, username }: Subject & { username: string },
  { sparesSuperusers }: { sparesSuperusers: boolean },
): Promise<void> {
  const { name } = columns[protocol];
  await sql`
    update users set ${name} = ${subject}
    where username = ${username} and ${name} is null and is_active and not (is_superuser and ${sparesSuperusers})
      and not exists (select from users where ${name} = ${subject})`.run(tx);
}

/** Makes this transaction the only one that binds or makes an account of this subject, until it ends. */
export async function lockIdentity(tx: Transaction, { protocol, subject }: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${protocol} ${subject}`}, 0))`.run(tx);
}

/** The account of a subject. */
export async function findByIdentity(
  db: Queryable,
  { protocol, subject }: Subject,
): Promise<SignInRow | undefined> {
  return (await signInRows(sql`${columns[protocol].name} = ${subject}`).rows(db))[0];
}

/** Adds an active account without a password, and gives its id; undefined when the user name is taken. */
export async function insertOfIdentity(
  tx: Transaction,
  { protocol, subject }: Subject,
  { username, person }: { username: string; person: ClaimedPerson },
): Promise<number | undefined> {
  const { firstName, lastName, email, isStaff } = person;
  const names = { username, firstName, lastName, email, isStaff };
  return insertAccount(tx, { ...names, [columns[protocol].key]: subject });
}

/**
 * Writes down what an identity provider says of the person of an account. What is so already is not written again, and
 * a superuser's being staff stays as it is.
 */
export async function writeClaimedPerson(
  tx: Transaction,
  id: number,
  { firstName, lastName, email, affiliation, groups, isStaff }: ClaimedPerson,
): Promise<void> {
  // Whoever was erased meanwhile is not written back.
  if ((await sql`select from users where id = ${id} and is_active for update`.run(tx)) === 0) return;
  await sql`
    update users u set first_name = n.first_name, last_name = n.last_name, email = n.email, is_staff = n.is_staff
    from (
      select coalesce(${firstName}, first_name) as first_name, coalesce(${lastName}, last_name) as last_name,
        coalesce(${email}, email) as email,
        case when is_superuser then is_staff else coalesce(${isStaff}, is_staff) end as is_staff
      from users where id = ${id}) n
    where u.id = ${id}
      and (u.first_name, u.last_name, u.email, u.is_staff) <> (n.first_name, n.last_name, n.email, n.is_staff)`.run(
    tx,
  );
  await sql`
    update owners set affiliation = ${affiliation}
    where user_id = ${id} and affiliation <> ${affiliation}`.run(tx);
  await sql`
    insert into "_AccessGroupToOwner" ("A", "B")
    select g.id, o.id from access_groups g, owners o
    where o.user_id = ${id} and g.code_name = any (${groups.of}) order by g.id
    on conflict do nothing`.run(tx);
  await sql`
    delete from "_AccessGroupToOwner" m using access_groups g, owners o
    where m."A" = g.id and m."B" = o.id and o.user_id = ${id} and g.code_name = any (${groups.notOf})`.run(
    tx,
  );
}
