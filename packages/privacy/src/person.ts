import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, type ChangeableDatabase, changeAs, isUsername } from '@campus/accounts';
import { type Queryable, retryDeadlocks, type Sql, sql } from '@campus/database';
import { translatedError } from '@campus/pages';
import {
  hashOf,
  identifier,
  type Person,
  type PersonalTable,
  personalOnes,
  type Tables,
} from './declaration.ts';

/** Why nobody is shown, handed over or erased; nothing has changed when it is thrown. */
export class PersonError extends translatedError({
  no_person: [
    'Give a mail address, a user name or the number of an account, got "{who}".',
    'Indiquez une adresse électronique, un nom d’utilisateur ou le numéro d’un compte, pas «\u00a0{who}\u00a0».',
  ],
  several_accounts: [
    'One account has this number, another this user name: give the number of one, {ids}.',
    'Un compte a ce numéro, un autre ce nom d’utilisateur\u00a0: indiquez le numéro de l’un d’eux, {ids}.',
  ],
  changed: [
    'The account has changed meanwhile: look again at what there is.',
    'Le compte a changé entre-temps\u00a0: regardez de nouveau ce qu’il y a.',
  ],
  own_account: [
    'This is your own account: another administrator has to erase it.',
    'C’est votre propre compte\u00a0: un autre administrateur doit l’effacer.',
  ],
}) {}

/** What a service keeps about people. */
export interface PersonalData {
  /** The table of accounts, with `id`, `username` and `email`. */
  accounts: string;
  tables: Tables;
  /** Whether others than its owner have written the mail address of an account. */
  areAddressesProven: boolean;
  /** Refuses a change that leaves nobody who administers accounts, see `peopleOf`. */
  keepOne<Result>(tx: Queryable, change: () => Promise<Result>): Promise<Result>;
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
 * What stands under an address belongs to whoever is asked for by it. That an account has the address proves nothing
 * where people write it themselves, or where another account has it too: the one leaves out the other, see `leftOut`.
 *
 * @throws PersonError `no_person`, `several_accounts`
 */
export async function findPerson(
  db: Queryable,
  { accounts, areAddressesProven }: Pick<PersonalData, 'accounts' | 'areAddressesProven'>,
  who: string,
): Promise<Person> {
  const table = identifier(accounts);
  const isNumber = /^[1-9]\d{0,8}$/.test(who);
  const isAddress = /^[^\p{Cc}]{1,250}@[^\p{Cc}]{1,250}$/u.test(who);
  if (!isNumber && !isAddress && !isUsername(who))
    throw new PersonError('no_person', { who: who.slice(0, 100) });
  const number = isNumber ? Number(who) : null;
  const found = await sql<{
    id: number;
    username: string;
    email: string;
    isNamed: boolean;
    isAlone: boolean;
  }>`
    select id, username, email, id is not distinct from ${number} or username = ${who} as is_named,
      not exists (select from ${table} o where lower(o.email) = lower(a.email) and o.id <> a.id) as is_alone
    from ${table} a where id = ${number} or username = ${who} or lower(email) = lower(${who}::text)
    order by is_named desc, id limit 10`.rows(db);
  const [named, second] = found;
  if (named?.isNamed && second?.isNamed)
    throw new PersonError('several_accounts', { ids: `${named.id}, ${second.id}` });
  const isProven = areAddressesProven && named?.isAlone === true;
  const own = named?.isNamed || isProven ? named : undefined;
  if (own === undefined && !isAddress) throw new PersonError('no_person', { who });
  const address = isAddress ? who : (isProven && own?.email) || undefined;
  const others = isAddress ? found.filter((one) => one !== own && !one.isNamed) : [];
  return {
    account: own && { id: own.id, username: own.username },
    address,
    who,
    leftOut: [
      ...others.map(({ id }) => String(id)),
      ...(own?.email && own.email.toLowerCase() !== address?.toLowerCase() ? [own.email] : []),
    ],
    pseudonym: `erased-${randomUUID().slice(0, 13)}`,
  };
}

/** What there is about a person, table by table; tables that have nothing are left out. */
export async function findData(
  db: Queryable,
  { tables }: Pick<PersonalData, 'tables'>,
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
 * @param what.person  as `findPerson` gave it
 * @returns what there was; nothing: there was nothing, and nothing has changed
 * @throws PersonError `changed`: by now another is meant, or has another name or address; what `keepOne` refuses
 */
export function erasePerson(
  db: ChangeableDatabase<Queryable>,
  service: PersonalData,
  { person, by }: { person: Person; by: Actor },
): Promise<FoundData[]> {
  const { accounts, keepOne } = service;
  const { account } = person;
  const erase = async (tx: Queryable) => {
    if (account !== undefined)
      await sql`select from ${identifier(accounts)} where id = ${account.id} for update`.run(tx);
    const isSame = (now: Person) =>
      isDeepStrictEqual({ ...now, pseudonym: '' }, { ...person, pseudonym: '' });
    if (!isSame(await findPerson(tx, service, person.who))) throw new PersonError('changed');
    const found = await findData(tx, service, person);
    if (found.length === 0) return found;
    const counts = Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
    await note('person-erased', null, sql`${JSON.stringify(counts)}::jsonb`).run(tx);
    // What the triggers of the tables would note has the name.
    await sql`select set_config('campus.erasing', 'on', true)`.run(tx);
    // That of accounts is the first, by which others are found.
    for (const { name, table } of found.toReversed())
      for (const statement of statementsOf(name, table, person)) await statement.run(tx);
    return found;
  };
  return retryDeadlocks(() =>
    changeAs(db, by, (tx) => (account === undefined ? erase(tx) : keepOne(tx, () => erase(tx)))),
  );
}

/**
 * Notes in the administration history that somebody's data is handed out, and by whom: of an account the user name, of
 * an address its hash, by which whoever knows the address finds it.
 */
export async function noteExport(
  db: ChangeableDatabase<Queryable>,
  { person: { account, address }, by }: { person: Person; by: Actor },
): Promise<void> {
  const detail = address === undefined ? sql`'{}'` : sql`jsonb_build_object('person', ${hashOf(address)})`;
  await changeAs(db, by, (tx) => note('person-exported', account?.username ?? null, detail).run(tx));
}

const note = (event: string, account: string | null, detail: Sql) =>
  sql`select note_administration(${event}, ${account}, ${detail})::text`;

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
