import { eventually } from '@campus/testing';
import { formWith, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { signIn } from '../support/console.ts';
import { givenReader, useMailServer } from '../support/mail.ts';
import { useService } from '../support/service.ts';

const mailServer = await useMailServer();
const service = useService({ configuration: mailServer.configuration });

const own = '/console/account/';

const mailTo = (address: string) => mailServer.mails.find(({ to }) => to === address);

async function stateOf({ id }: { id: number }) {
  const { rows } = await service.sql.query<{ state: string; problem: string | null }>(
    'select state::text, problem from mails where account_id = $1 order by created_at desc limit 1',
    [id],
  );
  return rows[0];
}

describe('A test message', () => {
  test('is sent to the address of the account, and the account page says so', async () => {
    const person = await givenReader(service, 'ada@university.example');

    const { headers } = await person.post(`${own}mail/test/`).expect(303);

    expect(headers.location).toBe(`${own}?done=mailTested#mail`);
    await eventually(async () => expect(await stateOf(person)).toEqual({ state: 'sent', problem: null }));
    const mail = mailTo('ada@university.example');
    expect(mail?.headers).toMatchObject({
      subject: 'Test message',
      to: 'ada@university.example',
      from: '=?UTF-8?Q?Bureau_des_signatures_=C3=A9?= <signing@university.example>',
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': '<http://signing.example/console/account/>',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@university\.example>$/),
    });
    expect(mail?.text).toContain('http://signing.example/console/');
    const page = await person.get(own).expect(200);
    expect(page.text).toContain('<span class="badge good">sent</span>');
  });

  test('speaks the language of the page on which it was asked for', async () => {
    const person = await givenReader(service, 'blaise@university.example', { language: 'fr' });

    await person.post(`${own}mail/test/`).expect(303);

    await eventually(() =>
      expect(mailTo('blaise@university.example')?.headers).toMatchObject({
        subject: '=?UTF-8?Q?Message_d=E2=80=99essai?=',
      }),
    );
  });

  test('asked for again within a minute is one', async () => {
    const person = await givenReader(service, 'twice@university.example');

    await person.post(`${own}mail/test/`).expect(303);
    await person.post(`${own}mail/test/`).expect(303);

    const { rows } = await service.sql.query('select from mails where account_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });

  test('asked for several times at once is one', async () => {
    const person = await givenReader(service, 'impatient@university.example');

    await Promise.all(Array.from({ length: 6 }, () => person.post(`${own}mail/test/`).expect(303)));

    const { rows } = await service.sql.query('select from mails where account_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });

  test('that the server refuses for good is not sent again, and the account page says why', async () => {
    mailServer.answerTo = (to) => (to.startsWith('gone') ? `550 5.1.1 <${to}>: unknown user` : '250 OK');
    const person = await givenReader(service, 'gone@university.example');

    await person.post(`${own}mail/test/`).expect(303);

    await eventually(async () =>
      expect(await stateOf(person)).toEqual({
        state: 'refused',
        problem: expect.stringMatching(/550 5\.1\.1 <…>: unknown user/),
      }),
    );
    const page = readPage((await person.get(own).expect(200)).text);
    expect(page.text).toContain('Is the address right?');
    expect(page.text).toContain('550 5.1.1');
  });

  test('that the server wants later is sent later, under the same Message-ID', async () => {
    const asked: string[] = [];
    mailServer.answerTo = (to) => {
      if (!to.startsWith('later')) return '250 OK';
      asked.push(to);
      return asked.length < 3 ? '451 4.7.1 come back later' : '250 OK';
    };
    const person = await givenReader(service, 'later@university.example');

    await person.post(`${own}mail/test/`).expect(303);

    await eventually(async () =>
      expect(await stateOf(person)).toMatchObject({ problem: expect.stringContaining('451 4.7.1') }),
    );
    await eventually(async () => expect(await stateOf(person)).toEqual({ state: 'sent', problem: null }));
    expect(asked).toHaveLength(3);
  });

  test('that has waited for more than a day is not sent any more', async () => {
    mailServer.answerTo = () => '451 4.7.1 come back later';
    const person = await givenReader(service, 'tired@university.example');
    await person.post(`${own}mail/test/`).expect(303);
    await eventually(async () =>
      expect(await stateOf(person)).toMatchObject({ problem: expect.stringContaining('451 4.7.1') }),
    );

    await service.sql.query(
      "update mails set created_at = created_at - interval '25 hours' where account_id = $1",
      [person.id],
    );
    mailServer.answerTo = undefined;

    await eventually(async () =>
      expect(await stateOf(person)).toEqual({
        state: 'expired',
        problem: expect.stringContaining('451 4.7.1'),
      }),
    );
    expect(mailTo('tired@university.example')).toBeUndefined();
  });

  test('that was promised before the account was deactivated is not sent', async () => {
    const isSeen: string[] = [];
    mailServer.answerTo = (to) => {
      isSeen.push(to);
      return '451 later';
    };
    const person = await givenReader(service, 'leaver@university.example');
    await person.post(`${own}mail/test/`).expect(303);
    await eventually(() => expect(isSeen).toContain('leaver@university.example'));

    await service.sql.query('update accounts set is_active = false where id = $1', [person.id]);

    await eventually(async () => expect(await stateOf(person)).toMatchObject({ state: 'dropped' }));
    mailServer.answerTo = undefined;
  });
});

describe('The account page', () => {
  test('keeps which mails were chosen, and the language of the page', async () => {
    const person = await givenReader(service, 'chooser@university.example', { language: 'fr' });

    await person.post(`${own}mail/`, { digest: 'true' }).expect(303);

    const { text } = await person.get(`${own}?done=mailSaved`).expect(200);
    const page = readPage(text);
    expect(page.text).toContain('Votre choix de courriels est enregistré.');
    expect(formWith(page, 'digest').field('digest').value).toBe('true');
    expect(formWith(page, 'digest').field('failures').value).toBeUndefined();
    const { rows } = await service.sql.query('select * from mail_subscriptions where account_id = $1', [
      person.id,
    ]);
    expect(rows).toMatchObject([{ digest: true, failures: false, language: 'fr' }]);
  });

  test('of an account without an address says that nothing can be sent', async () => {
    const person = await signIn(service, 'reader');

    const page = await person.page(own);

    expect(page.text).toContain('This account has no mail address');
    expect(page.all('checkbox')).toEqual([]);
  });
});
