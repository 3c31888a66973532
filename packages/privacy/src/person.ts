import { randomUUID } from 'node:crypto';
import { type Actor, type ChangeableDatabase, changeAs, isUsername } from '@campus/accounts';
import { type Queryable, retryDeadlocks, type Sql, sql } from '@campus/database';
import { translatedError } from '@campus/pages';
import { identifier, type Person, type PersonalTable, personalOnes, type Tables } from './declaration.ts';

/** Why nobody is shown, handed over or erased; nothing has changed when it is thrown. */
export class PersonError extends translatedError({
  no_person: [
    'Give a mail address, a user name or the number of an account, got "{who}".',
    'Indiquez une adresse électronique, un nom d’utilisateur ou le numéro d’un compte, pas «\u00a0{who}\u00a0».',
  ],
  several_accounts: [
    'Several accounts have this address or name: give the number of one, {ids}.',
    'Plusieurs comptes ont cette adresse ou ce nom\u00a0: indiquez le numéro de l’un d’eux, {ids}.',
  ],
  own_account: [
    'This is your own account: another administrator has to erase it.',
    'C’est votre propre compte\u00a0: un autre administrateur doit l’effacer.',
  ],
}) {}

/** What a service keeps about people. */
export interface PersonalData<Tx extends Queryable> {
  /** The table of accounts, with `id`, `username` and `email`. */
  accounts: string;
  tables: Tables;
  /** Refuses a change that leaves nobody who administers accounts, see `peopleOf`. */
  keepOne<Result>(tx: Tx, change: () => Promise<Result>): Promise<Result>;
}

/** What a table has about a person. */
export interface FoundData {
  name: string;
  table: PersonalTable;
  rows: number;
  /** Of these, those that an erasure deletes. */
  deleted: number;
}

/**
 * Who is meant by a mail address (in capitals or not), by a user name as it is written, or by the number of an account.
 * An address without an account is somebody too.
 *
 * @throws PersonError `no_person`, `several_accounts`
 */
export async function findPerson(
  db: Queryable,
  { accounts }: Pick<PersonalData<Queryable>, 'accounts'>,
  who: string,
): Promise<Person> {
  const table = identifier(accounts);
  const isNumber = /^[1-9]\d{0,8}$/.test(who);
  const isAddress = /^[^\p{Cc}]{1,250}@[^\p{Cc}]{1,250}$/u.test(who);
  if (!isNumber && !isAddress && !isUsername(who))
    throw new PersonError('no_person', { who: who.slice(0, 100) });
  const found = await sql<{ id: number; username: string; email: string }>`
    select id, username, email from ${table}
    where ${isNumber ? sql`id = ${Number(who)} or username = ${who}` : sql`username = ${who} or lower(email) = lower(${who}::text)`}
    order by id limit 10`.rows(db);
  const [own, ...others] = found;
  if (others.length > 0)
    throw new PersonError('several_accounts', { ids: found.map(({ id }) => id).join(', ') });
  const pseudonym = `erased-${randomUUID().slice(0, 13)}`;
  if (own === undefined) {
    if (!isAddress) throw new PersonError('no_person', { who });
    return { account: undefined, address: who, pseudonym };
  }
  const { id, username, email } = own;
  const shared = sql`select from ${table} where lower(email) = lower(${email}::text) and id <> ${id}`;
  const isOwn = email !== '' && (await shared.run(db)) === 0;
  return { account: { id, username }, address: isOwn ? email : undefined, pseudonym };
}

/** What there is about a person, table by table; tables that have nothing are left out. */
export async function findData(
  db: Queryable,
  { tables }: Pick<PersonalData<Queryable>, 'tables'>,
  person: Person,
): Promise<FoundData[]> {
  const found: FoundData[] = [];
  for (const [name, table] of personalOnes(tables)) {
    const { find, erase } = table;
    const where = find(person);
    if (where === undefined) continue;
    const goes = erase === 'delete' ? sql`true` : (erase.deletes ?? sql`false`);
    const counts = await sql<{ rows: number; deleted: number }>`
      select count(*)::int as rows, count(*) filter (where ${goes})::int as deleted
      from ${identifier(name)} where ${where}`.row(db, { isPrepared: false });
    if (counts !== null && counts.rows > 0) found.push({ name, table, ...counts });
  }
  return found;
}

/**
 * Erases what is kept about a person, by the rules of the tables, in one transaction: all of it, or nothing. Whoever of
 * them is signing in just then waits for it, and is refused. The administration history notes that somebody was erased,
 * and by whom, and not who it was.
 *
 * @returns what there was; nothing: there was nothing, and nothing has changed
 * @throws what `keepOne` refuses
 */
export function erasePerson<Tx extends Queryable>(
  db: ChangeableDatabase<Tx>,
  service: PersonalData<Tx>,
  { person, by }: { person: Person; by: Actor },
): Promise<FoundData[]> {
  const { accounts, keepOne } = service;
  const { account } = person;
  const erase = async (tx: Tx) => {
    if (account !== undefined)
      await sql`select from ${identifier(accounts)} where id = ${account.id} for update`.run(tx);
    const found = await findData(tx, service, person);
    if (found.length === 0) return found;
    const counts = Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
    await sql`select note_administration('person-erased', null, ${JSON.stringify(counts)}::jsonb)::text`.rows(
      tx,
    );
    // What the triggers of the tables would note has the name.
    await sql`select set_config('campus.erasing', 'on', true)`.run(tx);
    // That of accounts is the first, by which others are found.
    for (const { name, table } of found.toReversed())
      for (const statement of statementsOf(name, table, person)) await statement.run(tx);
    return found;
  };
  return retryDeadlocks(() =>
    changeAs(db, by, (tx: Tx) => (account === undefined ? erase(tx) : keepOne(tx, () => erase(tx)))),
  );
}

function statementsOf(name: string, { find, erase }: PersonalTable, person: Person): Sql[] {
  const where = find(person) ?? sql`false`;
  const table = identifier(name);
  if (erase === 'delete') return [sql`delete from ${table} where ${where}`];
  const set = Object.entries(erase.set?.(person) ?? {}).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value}`,
  );
  return [
    ...(erase.deletes === undefined ? [] : [sql`delete from ${table} where ${where} and ${erase.deletes}`]),
    ...(set.length === 0 ? [] : [sql`update ${table} set ${sql.join(set, ', ')} where ${where}`]),
  ];
}
