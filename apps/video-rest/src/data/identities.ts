import { changeAs, personAt } from '@campus/accounts';
import type { ClaimedPerson } from '../domain/person-in-claims.ts';
import { insertAccount, type SignInRow, signInColumns, signInRows } from './accounts.ts';
import type { Database, Transaction } from './open-database.ts';

/** The columns that say who somebody is at an identity provider. */
const columns = {
  OIDC: { name: 'oidc_subject', key: 'oidcSubject' },
  CAS: { name: 'cas_user', key: 'casUser' },
} as const;

/** Somebody as an identity provider names them. */
export interface Subject {
  protocol: keyof typeof columns;
  subject: string;
}

/**
 * The account of somebody whom an identity provider has sent: the one of this subject; else the active one of exactly
 * this user name that has no subject there yet, which has it from now on.
 *
 * @param identity.address          of the client, for the administration history
 * @param options.sparesSuperusers  finds none by the name that may do everything
 */
export async function findOrBind(
  db: Pick<Database, 'prisma' | 'pool'>,
  identity: Subject & { username: string | undefined; address: string | undefined },
  { sparesSuperusers = false }: { sparesSuperusers?: boolean } = {},
): Promise<SignInRow | undefined> {
  const { subject, username, address } = identity;
  const { name } = columns[identity.protocol];
  const bySubject = { name: `find_by_${name}`, where: `${name} = $1`, value: subject };
  const [known] = await signInRows(db, bySubject);
  if (known !== undefined || username === undefined) return known;
  return changeAs(db.prisma, personAt({ username }, address), async (tx: Transaction) => {
    await lockIdentity(tx, identity);
    await tx.$executeRawUnsafe(
      `update users set ${name} = $1
        where username = $2 and ${name} is null and is_active and not (is_superuser and $3)
          and not exists (select from users where ${name} = $1)`,
      subject,
      username,
      sparesSuperusers,
    );
    return findByIdentity(tx, identity);
  });
}

/** Makes this transaction the only one that binds or makes an account of this subject, until it ends. */
export async function lockIdentity(tx: Transaction, { protocol, subject }: Subject): Promise<void> {
  const text = `${protocol} ${subject}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`;
}

/** The account of a subject, inside a transaction. */
export async function findByIdentity(
  tx: Transaction,
  { protocol, subject }: Subject,
): Promise<SignInRow | undefined> {
  const statement = `select ${signInColumns} from users where ${columns[protocol].name} = $1`;
  return (await tx.$queryRawUnsafe<SignInRow[]>(statement, subject))[0];
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
  const said = [firstName, lastName, email, isStaff].map((one) => one ?? null);
  await tx.$executeRawUnsafe(
    `update users u set first_name = n.first_name, last_name = n.last_name, email = n.email, is_staff = n.is_staff
       from (select coalesce($2, first_name) as first_name, coalesce($3, last_name) as last_name,
                    coalesce($4, email) as email,
                    case when is_superuser then is_staff else coalesce($5, is_staff) end as is_staff
               from users where id = $1 for update) n
      where u.id = $1
        and (u.first_name, u.last_name, u.email, u.is_staff) <> (n.first_name, n.last_name, n.email, n.is_staff)`,
    id,
    ...said,
  );
  await tx.$executeRawUnsafe(
    'update owners set affiliation = $2 where user_id = $1 and affiliation <> $2',
    id,
    affiliation ?? null,
  );
  await tx.$executeRawUnsafe(
    `insert into "_AccessGroupToOwner" ("A", "B")
     select g.id, o.id from access_groups g, owners o
      where o.user_id = $1 and g.code_name = any($2) order by g.id
     on conflict do nothing`,
    id,
    groups.of,
  );
  await tx.$executeRawUnsafe(
    `delete from "_AccessGroupToOwner" m using access_groups g, owners o
      where m."A" = g.id and m."B" = o.id and o.user_id = $1 and g.code_name = any($2)`,
    id,
    groups.notOf,
  );
}
