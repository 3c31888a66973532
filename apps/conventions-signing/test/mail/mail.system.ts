import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import { givenAccount, passwordInConsole, signIn } from '../support/console.ts';
import { smtpUrl, useMailingService } from '../support/mailing-service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { startExim } from '../support/start-exim.ts';

const service = useMailingService();
const browser = useBrowser(() => service.site);

let people = 0;

/** Somebody asks for a test message; the address, and what became of it. */
async function givenTestMessage({ name = `reader-${people++}`, through = service.up } = {}) {
  const address = `${name}@university.example`;
  const person = await signIn({ url: through.url, sql: service.sql }, 'reader', { username: name });
  await service.sql.query('update accounts set email = $2 where username = $1', [name, address]);
  await person.post('/console/account/mail/test/').expect(303);
  return {
    address,
    async outcome() {
      const { rows } = await service.sql.query<{ state: string; problem: string | null }>(
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
  return eventually(async () => expect(await service.exim.mailsTo(address)).toHaveLength(count));
}

/** Starts the service with each of other parameters, beside the one of all tests, which has stopped meanwhile. */
async function withParameters(
  given: readonly Record<string, string>[],
  work: (through: ServiceProcess) => Promise<void>,
): Promise<void> {
  await service.up.kill('SIGTERM');
  try {
    for (const env of given) {
      const other = await startServiceProcess({ ...service.env, ...env });
      await work(other).finally(() => other.kill('SIGTERM'));
    }
  } finally {
    await service.start();
  }
}

describe('Through Exim', () => {
  test('a message is delivered over STARTTLS, after a login', async () => {
    const message = await givenTestMessage();

    await untilOutcome(message, sent);

    await untilDelivered(message);
    const [mail = ''] = await service.exim.mailsTo(message.address);
    expect(mail).toMatch(/with esmtpsa/);
    expect(mail).toMatch(/^From: Signing office <signing@university\.example>$/m);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail).toMatch(/^Message-ID: <[0-9a-f-]{36}@university\.example>$/m);
  });

  test('a message is delivered over TLS from the first byte', async () => {
    await withParameters([{ SMTP_URL: smtpUrl(service.exim, 'smtps') }], async (through) => {
      const message = await givenTestMessage({ through });

      await untilOutcome(message, sent);
      await untilDelivered(message);
    });
  });

  test('a message that is refused for the time being is sent later', async () => {
    await service.exim.setFull(true);
    const message = await givenTestMessage();
    await untilOutcome(message, {
      state: 'pending',
      problem: expect.stringContaining('451 come back later'),
    });

    await service.exim.setFull(false);

    await untilOutcome(message, sent);
    await untilDelivered(message);
  });

  test('a message that is refused for good is not sent again', async () => {
    const message = await givenTestMessage({ name: 'gone' });

    await untilOutcome(message, { state: 'refused', problem: expect.stringContaining('550 unknown user') });

    await eventually(async () => {
      const { rows } = await service.sql.query(
        "select from pgboss.job where name = 'mail' and state < 'completed'",
      );
      expect(rows).toEqual([]);
    });
  });

  test('a message waits while the server is away', async () => {
    await service.exim.halt();
    const message = await givenTestMessage();
    await untilOutcome(message, { state: 'pending', problem: expect.stringContaining('ECONNREFUSED') });

    await service.exim.start();

    await untilOutcome(message, sent);
    await untilDelivered(message);
  });

  test('nothing is sent with a wrong password, and the message waits for the right one', async () => {
    let message: TestMessage | undefined;
    const wrong = { SMTP_URL: smtpUrl(service.exim, 'smtp', { password: 'wrong' }) };
    await withParameters([wrong], async (through) => {
      message = await givenTestMessage({ through });
      await untilOutcome(message, { state: 'pending', problem: expect.stringMatching(/^EAUTH: 535/) });
    });

    if (message !== undefined) await untilOutcome(message, sent);
  });

  test('nothing is said to a server whose certificate is of another host, by STARTTLS or TLS', async () => {
    const other = await startExim({ host: 'elsewhere.example' });
    try {
      const given = (['smtp', 'smtps'] as const).map((scheme) => ({
        SMTP_URL: smtpUrl(other, scheme),
        NODE_EXTRA_CA_CERTS: other.certificate,
      }));
      await withParameters(given, async (through) => {
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
  });

  test('a process that is killed between the answer and its note sends again, under the same Message-ID', async () => {
    // Whether its note waits is seen; a lock on the row would also hold the note of an attempt before.
    const name = 'held';
    await service.sql.query(`
      create function hold() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(7) from accounts where id = new.account_id and username = '${name}';
        return new;
      end $$;
      create trigger hold before update on mails for each row execute function hold()`);
    const holder = await service.sql.connect();
    let message: TestMessage;
    try {
      await holder.query('select pg_advisory_lock(7)');
      message = await givenTestMessage({ name });
      await untilDelivered(message);
      const held = "from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
      await eventually(async () => expect((await holder.query(`select ${held}`)).rowCount).toBe(1));

      await service.up.kill('SIGKILL');
      // PostgreSQL would go on with what the dead process has sent.
      await holder.query(`select pg_terminate_backend(pid) ${held}`);
    } finally {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
      await service.sql.query('drop function hold cascade');
    }
    await service.start();

    await untilOutcome(message, sent);
    await untilDelivered(message, 2);
    const ids = (await service.exim.mailsTo(message.address)).map(
      (mail) => /^Message-ID: .*$/m.exec(mail)?.[0],
    );
    expect(new Set(ids).size).toBe(1);
  });
});

test.each<PageOptions>([
  { language: 'en', colourScheme: 'dark' },
  { language: 'fr', colourScheme: 'light', viewport: { width: 390, height: 844 } },
])('A reader (%j) chooses mails on the account page, and asks for a test message', async (look) => {
  const username = `chooser-${look.language}`;
  await givenAccount(service, { username, role: 'reader' });
  await service.sql.query(
    `update accounts set email = username || '@university.example' where username = $1`,
    [username],
  );
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

  await eventually(async () =>
    expect(await service.exim.mailsTo(`${username}@university.example`)).toHaveLength(1),
  );
  await page.goto('/console/account/');
  await expectAccessible(page);
  expect(await page.locator('[name="digest"]').isChecked()).toBe(true);
  expect(await page.locator('.badge.good').count()).toBeGreaterThan(0);
});
