import { createTestDatabase, eventually, freePort, type TestDatabase } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { givenAccount, passwordInConsole, signIn } from '../support/console.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { type Exim, eximLogin, startExim } from '../support/start-exim.ts';

let database: TestDatabase;
let exim: Exim;
let sql: pg.Pool;
let service: ServiceProcess;
let env: Record<string, string>;
const port = await freePort();
const site = `http://localhost:${port}`;
const closing: (() => Promise<unknown>)[] = [];

/** The mail server with the login, as operators write it. */
function smtpUrl(scheme: 'smtp' | 'smtps', { password = eximLogin.password } = {}): string {
  const serverPort = scheme === 'smtp' ? exim.port : exim.tlsPort;
  return `${scheme}://${eximLogin.user}:${encodeURIComponent(password)}@localhost:${serverPort}`;
}

beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  exim = await startExim();
  closing.push(() => exim.remove());
  sql = new pg.Pool({ connectionString: database.url, max: 3 });
  closing.push(() => sql.end());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SERVER_PORT: String(port),
    SERVER_BASE_URL: site,
    NODE_EXTRA_CA_CERTS: exim.certificate,
    SMTP_URL: smtpUrl('smtp'),
    MAIL_FROM: 'Signing office <signing@university.example>',
  };
  service = await startServiceProcess(env);
  closing.push(() => service.kill('SIGKILL'));
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const browser = useBrowser(() => site);

let people = 0;

/** Somebody asks for a test message; the address, and what became of it. */
async function givenTestMessage({ name = `reader-${people++}`, through = service } = {}) {
  const address = `${name}@university.example`;
  const person = await signIn({ url: through.url, sql }, 'reader', { username: name });
  await sql.query('update accounts set email = $2 where username = $1', [name, address]);
  await person.post('/console/account/mail/test/').expect(303);
  return {
    address,
    async outcome() {
      const { rows } = await sql.query<{ state: string; problem: string | null }>(
        'select m.state::text, m.problem from mails m join accounts a on a.id = m.account_id where a.username = $1',
        [name],
      );
      return rows[0];
    },
  };
}

type TestMessage = Awaited<ReturnType<typeof givenTestMessage>>;

const sent = { state: 'sent', problem: null };

function untilOutcome(
  { outcome }: TestMessage,
  expected: { state: string; problem: unknown },
): Promise<void> {
  return eventually(async () => expect(await outcome()).toEqual(expected));
}

function untilDelivered({ address }: TestMessage, count = 1): Promise<void> {
  return eventually(async () => expect(await exim.mailsTo(address)).toHaveLength(count));
}

/** Starts the service with other parameters, beside the one of all tests, which has stopped meanwhile. */
async function withMailServer(url: string, work: (through: ServiceProcess) => Promise<void>): Promise<void> {
  await service.kill('SIGTERM');
  const other = await startServiceProcess({ ...env, SMTP_URL: url });
  try {
    await work(other);
  } finally {
    await other.kill('SIGTERM');
    service = await startServiceProcess(env);
  }
}

describe('Through Exim', () => {
  test('a message is delivered over STARTTLS, after a login', async () => {
    const message = await givenTestMessage();

    await untilOutcome(message, sent);

    await untilDelivered(message);
    const [mail = ''] = await exim.mailsTo(message.address);
    expect(mail).toMatch(/with esmtpsa/);
    expect(mail).toMatch(/^From: Signing office <signing@university\.example>$/m);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail).toMatch(/^Message-ID: <[0-9a-f-]{36}@university\.example>$/m);
  });

  test('a message is delivered over TLS from the first byte', async () => {
    await withMailServer(smtpUrl('smtps'), async (through) => {
      const message = await givenTestMessage({ through });

      await untilOutcome(message, sent);
      await untilDelivered(message);
    });
  });

  test('a message that is refused for the time being is sent later', async () => {
    await exim.setFull(true);
    const message = await givenTestMessage();
    await untilOutcome(message, {
      state: 'pending',
      problem: expect.stringContaining('451 come back later'),
    });

    await exim.setFull(false);

    await untilOutcome(message, sent);
    await untilDelivered(message);
  });

  test('a message that is refused for good is not sent again', async () => {
    const message = await givenTestMessage({ name: 'gone' });

    await untilOutcome(message, { state: 'refused', problem: expect.stringContaining('550 unknown user') });

    await eventually(async () => {
      const { rows } = await sql.query("select from pgboss.job where name = 'mail' and state < 'completed'");
      expect(rows).toEqual([]);
    });
  });

  test('a message waits while the server is away', async () => {
    await exim.halt();
    const message = await givenTestMessage();
    await untilOutcome(message, { state: 'pending', problem: expect.stringContaining('ECONNREFUSED') });

    await exim.start();

    await untilOutcome(message, sent);
    await untilDelivered(message);
  });

  test('nothing is sent with a wrong password, and the message waits for the right one', async () => {
    let message: TestMessage | undefined;
    await withMailServer(smtpUrl('smtp', { password: 'wrong' }), async (through) => {
      message = await givenTestMessage({ through });
      await untilOutcome(message, { state: 'pending', problem: expect.stringMatching(/^EAUTH: 535/) });
    });

    if (message !== undefined) await untilOutcome(message, sent);
  });

  test.each(['smtp', 'smtps'] as const)(
    'nothing is said to a server whose certificate is of another host (%s)',
    async (scheme) => {
      const other = await startExim({ host: 'elsewhere.example' });
      const url = smtpUrl(scheme).replace(/\d+$/, String(scheme === 'smtp' ? other.port : other.tlsPort));
      const trusting = env.NODE_EXTRA_CA_CERTS;
      try {
        env.NODE_EXTRA_CA_CERTS = other.certificate;
        await withMailServer(url, async (through) => {
          env.NODE_EXTRA_CA_CERTS = trusting ?? '';
          const message = await givenTestMessage({ through });

          await untilOutcome(message, {
            state: 'pending',
            problem: expect.stringMatching(/altnames|certificate/),
          });
          expect(await other.mailsTo(message.address)).toEqual([]);
        });
      } finally {
        await other.remove();
      }
    },
  );

  test('a process that is killed between the answer and its note sends again, under the same Message-ID', async () => {
    // Whether its note waits is seen; a lock on the row would also hold the note of an attempt before.
    const name = 'held';
    await sql.query(`
      create function hold() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(7) from accounts where id = new.account_id and username = '${name}';
        return new;
      end $$;
      create trigger hold before update on mails for each row execute function hold()`);
    const holder = await sql.connect();
    let message: TestMessage;
    try {
      await holder.query('select pg_advisory_lock(7)');
      message = await givenTestMessage({ name });
      await untilDelivered(message);
      const held = "from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
      await eventually(async () => expect((await holder.query(`select ${held}`)).rowCount).toBe(1));

      await service.kill('SIGKILL');
      // PostgreSQL would go on with what the dead process has sent.
      await holder.query(`select pg_terminate_backend(pid) ${held}`);
    } finally {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
      await sql.query('drop function hold cascade');
    }
    service = await startServiceProcess(env);

    await untilOutcome(message, sent);
    await untilDelivered(message, 2);
    const ids = (await exim.mailsTo(message.address)).map((mail) => /^Message-ID: .*$/m.exec(mail)?.[0]);
    expect(new Set(ids).size).toBe(1);
  });
});

test.each<PageOptions>([
  { language: 'en', colourScheme: 'dark' },
  { language: 'fr', colourScheme: 'light', viewport: { width: 390, height: 844 } },
])('A reader (%j) chooses mails on the account page, and asks for a test message', async (look) => {
  const username = `chooser-${look.language}`;
  await givenAccount({ sql }, { username, role: 'reader' });
  await sql.query(`update accounts set email = username || '@university.example' where username = $1`, [
    username,
  ]);
  const page = await browser.newPage(look);
  await page.goto('/console/account/');
  await page.locator('[name="username"]').fill(username);
  await page.locator('[name="password"]').fill(passwordInConsole);
  await page.locator('form[action="/console/account/login/"] button').click();

  await page.locator('[name="digest"]').check();
  await page.locator('form[action="/console/account/mail/"] button').click();
  await page.waitForURL('**/?done=mailSaved*');
  await expectAccessible(page);
  await page.locator('form[action="/console/account/mail/test/"] button').click();
  await page.waitForURL('**/?done=mailTested*');

  await eventually(async () => expect(await exim.mailsTo(`${username}@university.example`)).toHaveLength(1));
  await page.goto('/console/account/');
  await expectAccessible(page);
  expect(await page.locator('[name="digest"]').isChecked()).toBe(true);
  expect(await page.locator('.badge.good').count()).toBeGreaterThan(0);
});
