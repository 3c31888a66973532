import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@campus/config';
import type { Queryable } from '@campus/database';
import { syncFolder } from '@campus/service';
import type pg from 'pg';
import { checkUsername } from '../account.ts';
import { AccountRuleError } from '../account-rule-error.ts';
import { type ChangeableDatabase, changeAs, serviceItself } from '../history/change-as.ts';
import { hashPassword } from '../password/password-hash.ts';
import { checkPasswordRules, generatePassword } from '../password/password-rules.ts';
import type { First, PeopleRows } from './people-rows.ts';

/** What became of the first account; nothing in it is secret. */
type FirstAccount =
  | { outcome: 'already_there' }
  | {
      outcome: 'created';
      username: string;
      /** Where its generated password stands; undefined when the password came from the configuration. */
      passwordFile: string | undefined;
    };

/** What the first account is made of. */
interface FirstConfiguration {
  rootUsername: string;
  /** Undefined: one is generated, and written to `<dataDir>/first-password`. */
  rootPassword: string | undefined;
  dataDir: string;
}

/** The first account of a service cannot be made as it is configured. */
class FirstAccountError extends OperatorError {
  constructor(
    account: Pick<First<unknown>, 'what' | 'parameters'> & { username: string },
    cause: AccountRuleError,
  ) {
    const { what, username, parameters } = account;
    const check = `Check ${parameters.username} and ${parameters.password}.`;
    super(`The first ${what} "${username}" cannot be made: ${cause.message} ${check}`, { cause });
  }
}

/**
 * Makes the first account of a service while there is none; else it does nothing and looks at no parameter.
 *
 * Of several processes that start at once one makes it. A generated password is in its file before the account is
 * committed: a process killed in between leaves a file without an account, which the next start replaces, and never
 * an account whose password nobody has.
 *
 * @throws FirstAccountError when name or password break a rule, or the name is taken; FirstPasswordError
 */
async function makeFirstAccount<Tx extends Queryable, Details extends object>(
  db: ChangeableDatabase<Tx> & { pool: pg.Pool },
  { rows, details, ...told }: First<Details> & { rows: PeopleRows<Tx, Details> },
  configuration: FirstConfiguration,
): Promise<FirstAccount> {
  const { countAdministrators: count, lock, insert } = rows;
  // Not by Prisma: its first statement of a process loads its query compiler, 40 MB and a quarter of the processor time
  // of a start.
  if ((await count(db.pool)) > 0) return { outcome: 'already_there' };
  const { rootUsername: username, rootPassword, dataDir } = configuration;
  const password = rootPassword ?? generatePassword();
  try {
    checkUsername(username);
    checkPasswordRules(password, username);
    // Outside of the transaction: it is slow on purpose.
    const passwordHash = await hashPassword(password);
    return await changeAs(db, serviceItself, async (tx: Tx) => {
      await lock(tx);
      if ((await count(tx)) > 0) return { outcome: 'already_there' };
      const id = await insert(tx, { ...details, username, passwordHash });
      if (id === undefined) throw new AccountRuleError('username_taken');
      if (rootPassword === undefined)
        return { outcome: 'created', username, passwordFile: await writeFirstPassword(dataDir, password) };
      await removeFirstPassword(dataDir);
      return { outcome: 'created', username, passwordFile: undefined };
    });
  } catch (error) {
    throw error instanceof AccountRuleError ? new FirstAccountError({ ...told, username }, error) : error;
  }
}

/** What a start does about the first account of a service. */
export function firstAccountOf<Tx extends Queryable, Details extends object>(
  first: First<Details> & { rows: PeopleRows<Tx, Details> },
) {
  type Db = ChangeableDatabase<Tx> & { pool: pg.Pool };
  return {
    /** See `makeFirstAccount`. */
    ensureFirst(db: Db, configuration: FirstConfiguration): Promise<FirstAccount> {
      return makeFirstAccount(db, first, configuration);
    },
    /** Does so, and tells the log where the password stands. */
    async settleFirst(
      db: Db,
      { configuration, log }: { configuration: FirstConfiguration; log: { info(line: string): void } },
    ): Promise<void> {
      const account = await makeFirstAccount(db, first, configuration);
      if (account.outcome !== 'created') return;
      const where = account.passwordFile ?? `the parameter ${first.parameters.password}`;
      log.info(`made the ${first.what} ${account.username}; its password stands in ${where}`);
    },
  };
}

const fileName = 'first-password';

/** The generated password of the first account cannot be kept for whoever runs the service. */
class FirstPasswordError extends OperatorError {
  constructor({ path, cause }: { path: string; cause: unknown }) {
    const why = String(cause).replace(/^Error: /, '');
    super(
      `The password of the first account cannot be written to ${path}: ${why}; let the user of this service write there, or set data.dir to another folder.`,
      { cause },
    );
  }
}

/**
 * Writes the generated password of the first account to `<dataDir>/first-password`, readable by its owner only: the
 * whole file or none, and on the disk when this returns.
 *
 * @returns the path of the file
 * @throws FirstPasswordError
 */
async function writeFirstPassword(dataDir: string, password: string): Promise<string> {
  const path = join(dataDir, fileName);
  try {
    await mkdir(dataDir, { recursive: true });
    const unfinished = `${path}.new`;
    await rm(unfinished, { force: true });
    await writeFile(unfinished, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await rename(unfinished, path);
    await syncFolder(dataDir);
    return path;
  } catch (cause) {
    throw new FirstPasswordError({ path, cause });
  }
}

/** Removes what an attempt left that never became an account. */
async function removeFirstPassword(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true });
}
