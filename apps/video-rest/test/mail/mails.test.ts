import { inPipelinedTransaction } from '@campus/database';
import { startJobs } from '@campus/jobs';
import { eventually, type ReceivedMail, startMailServer } from '@campus/testing';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mails } from '../../src/data/mails.ts';
import type { MailContent } from '../../src/domain/mail-content.ts';
import { promiseDigests } from '../../src/mail/digest.ts';
import { type TellDeps, tellAtOnce } from '../../src/mail/tell.ts';
import { noSpace } from '../../src/storage/storage-error.ts';
import { type GivenUser, givenUser } from '../support/accounts.ts';
import { givenVideo, givenWorker, newName } from '../support/given-records.ts';
import { useService } from '../support/service.ts';
import { signedIn, type Visitor } from '../support/visitor.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());

const service = useService({
  baseUrl: 'http://videos.example',
  mail: {
    server: { host: '127.0.0.1', port: mailServer.port, login: undefined, tls: 'none' },
    from: { name: 'Video platform', address: 'videos@university.example' },
    digestAt: '07:00',
  },
});

const own = '/accounts/';
const minuteMs = 60_000;

/** Somebody with a mail address, on their account page. */
async function givenReader(
  wanted: Record<string, string>,
  { isStaff = false, language = 'en' }: { isStaff?: boolean; language?: 'en' | 'fr' } = {},
): Promise<GivenUser & { visitor: Visitor; address: string }> {
  const user = await givenUser(service.db, { isStaff });
  const address = `${user.username}@university.example`;
  await service.sql.query('update users set email = $2 where id = $1', [user.id, address]);
  const visitor = await signedIn(service, user);
  await visitor.post(`${own}mail/`, wanted);
  if (language === 'fr')
    await service.sql.query("update mail_subscriptions set language = 'fr' where account_id = $1", [user.id]);
  return { ...user, visitor, address };
}

const mailsTo = (address: string): ReceivedMail[] => mailServer.mails.filter(({ to }) => to === address);

/** A video whose last run ended so long ago. */
async function givenEnded(
  ownerId: number,
  {
    title,
    state = 'done',
    minutesAgo = 1,
  }: { title: string; state?: 'done' | 'failed'; minutesAgo?: number },
  more: { additionalOwners?: { connect: { id: number }[] } } = {},
): Promise<{ slug: string }> {
  const video = await givenVideo(service.db, { ownerId, title, ...more });
  const finishedAt = new Date(Date.now() - minutesAgo * minuteMs);
  const run = await service.db.prisma.encoding.create({
    data: { videoId: video.id, state, finishedAt, ...(state === 'done' && { outputs: {} }) },
  });
  await service.db.prisma.video.update({ where: { id: video.id }, data: { latestEncodingId: run.id } });
  return video;
}

const jobsOf = { current: undefined as Awaited<ReturnType<typeof startJobs>> | undefined };
afterAll(async () => jobsOf.current?.stop());

async function jobs() {
  jobsOf.current ??= await startJobs({ databaseUrl: service.databaseUrl, onError: () => {} });
  return jobsOf.current;
}

/** Looks, as the service does every minute. */
async function look({ afterMinutes = 0, ...more }: { afterMinutes?: number } & Partial<TellDeps> = {}) {
  await tellAtOnce({
    db: service.db,
    jobs: await jobs(),
    now: () => new Date(Date.now() + afterMinutes * minuteMs),
    requireFreeSpace: async () => {},
    ...more,
  });
}

beforeEach(async () => {
  await service.sql.query('delete from mail_subscriptions');
  await service.sql.query('delete from workers');
});

describe('The account page', () => {
  test('offers owners mails about their videos, and staff those about the platform too', async () => {
    const [owner, operator] = [await givenReader({}), await givenReader({}, { isStaff: true })];

    const [ofOwner, ofOperator] = [await owner.visitor.get(own), await operator.visitor.get(own)];

    expect(ofOwner.text).toContain('name="encodings"');
    expect(ofOwner.text).not.toContain('name="operation"');
    expect(ofOperator.text).toContain('name="operation"');
  });

  test('does not take a choice that it does not offer', async () => {
    const owner = await givenReader({ operation: 'true', digest: 'true' });

    const { rows } = await service.sql.query(
      'select digest, encodings, operation from mail_subscriptions where account_id = $1',
      [owner.id],
    );
    expect(rows).toEqual([{ digest: true, encodings: false, operation: false }]);
  });

  test('sends a test message, and tells what came of it', async () => {
    const owner = await givenReader({});

    const answer = await owner.visitor.post(`${own}mail/test/`);

    expect(answer.location).toBe(`${own}?done=mailTested#mail`);
    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(1));
    expect(mailsTo(owner.address)[0]?.text).toContain('Open the platform: http://videos.example/');
    await eventually(async () => expect((await owner.visitor.get(own)).text).toContain('>sent</span>'));
  });
});

describe('An encoding that ends', () => {
  test('is told to the owner at once, with a link to the video', async () => {
    const owner = await givenReader({ encodings: 'true' });
    const { slug } = await givenEnded(owner.id, { title: 'Optics <1>' });

    await look();

    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(1));
    const [mail] = mailsTo(owner.address);
    expect(mail?.headers).toMatchObject({
      subject: 'Your video is encoded',
      'list-unsubscribe': '<http://videos.example/accounts/>',
    });
    expect(mail?.text).toContain(`- Encoded: Optics <1> (http://videos.example/video/${slug}/)`);
    expect(mail?.text).toContain('Encoded: Optics &lt;1&gt;');
  });

  test('is one line, whatever somebody who shares the video with the reader has written into its title', async () => {
    const owner = await givenReader({ encodings: 'true' });
    const title = 'Optics\u202e\r\n-- \r\nSign in: http://elsewhere.example\u2028now';
    const { slug } = await givenEnded(owner.id, { title });

    await look();

    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(1));
    const told = `Encoded: Optics --  Sign in: http://elsewhere.example now`;
    expect(mailsTo(owner.address)[0]?.text).toContain(`\n- ${told} (http://videos.example/video/${slug}/)`);
    expect(mailsTo(owner.address)[0]?.text).toContain(`<li>${told} (`);
  });

  test('by a failure is told too, and to those who share the video, in their language', async () => {
    const owner = await givenReader({});
    const friend = await givenReader({ encodings: 'true' }, { language: 'fr' });
    const shared = { additionalOwners: { connect: [{ id: friend.id }] } };
    await givenEnded(owner.id, { title: 'Algèbre', state: 'failed' }, shared);

    await look();

    await eventually(() => expect(mailsTo(friend.address)).toHaveLength(1));
    expect(mailsTo(friend.address)[0]?.text).toContain('Échec, sa page dit pourquoi\u00a0: Algèbre');
    expect(mailsTo(owner.address)).toHaveLength(0);
  });

  test('is told once, however many processes look, and with others that end within ten minutes', async () => {
    const owner = await givenReader({ encodings: 'true' });
    for (const number of [1, 2, 3]) await givenEnded(owner.id, { title: `Part ${number}` });

    await Promise.all([look(), look(), look()]);
    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(1));
    await givenEnded(owner.id, { title: 'Part 4', minutesAgo: -1 });
    await look({ afterMinutes: 2 });
    await look({ afterMinutes: 12 });
    await look({ afterMinutes: 30 });

    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(2));
    const [first, second] = mailsTo(owner.address);
    for (const title of ['Part 1', 'Part 2', 'Part 3']) expect(first?.text).toContain(title);
    expect(second?.text).toContain('Part 4');
    expect(second?.text).not.toContain('Part 3');
    const { rows } = await service.sql.query('select from mails where account_id = $1', [owner.id]);
    expect(rows).toHaveLength(2);
  });

  test('of which there are many names ten of them, those that failed first', async () => {
    const owner = await givenReader({ encodings: 'true' });
    for (let number = 0; number < 11; number += 1) await givenEnded(owner.id, { title: `Fine ${number}` });
    await givenEnded(owner.id, { title: 'Broken', state: 'failed', minutesAgo: 3 });

    await look();

    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(1));
    const lines = mailsTo(owner.address)[0]?.text.match(/^- .*/gm) ?? [];
    expect(lines).toHaveLength(11);
    expect(lines[0]).toContain('Broken');
    expect(lines[10]).toBe('- 2 other videos');
  });

  test('is told of what is still the reader’s when the mail is sent, by its title of then', async () => {
    const owner = await givenReader({});
    const friend = await givenReader({ encodings: 'true' });
    const shared = { additionalOwners: { connect: [{ id: friend.id }] } };
    const kept = await givenEnded(owner.id, { title: 'Kept' }, shared);
    const lost = await givenEnded(owner.id, { title: 'Lost' }, shared);
    const promise = (titles: { slug: string; title: string }[], change: string) =>
      inPipelinedTransaction(service.db.pool, async (tx) => {
        const videos = titles.map((video) => ({ ...video, hasFailed: false }));
        await mails.promise(tx, await jobs(), {
          accountId: friend.id,
          content: { kind: 'encodings', encoded: videos.length, failed: 0, videos },
          language: 'en',
          createdAt: new Date(),
        });
        await tx.query({ text: change, values: [] });
      });

    await promise(
      [
        { slug: kept.slug, title: 'Kept' },
        { slug: lost.slug, title: 'Lost' },
      ],
      `with renamed as (update videos set title = 'Renamed' where slug = '${kept.slug}')
       delete from "_AdditionalOwners" where "B" = (select id from videos where slug = '${lost.slug}')`,
    );
    await eventually(() => expect(mailsTo(friend.address)).toHaveLength(1));
    await promise([{ slug: lost.slug, title: 'Lost' }], 'select 1');

    expect(mailsTo(friend.address)[0]?.text.match(/^- .*/gm)).toEqual([
      `- Encoded: Renamed (http://videos.example/video/${kept.slug}/)`,
    ]);
    await eventually(async () => {
      const { rows } = await service.sql.query(
        'select state::text from mails where account_id = $1 order by created_at',
        [friend.id],
      );
      expect(rows).toEqual([{ state: 'sent' }, { state: 'dropped' }]);
    });
    expect(mailsTo(friend.address)).toHaveLength(1);
  });

  test('stands in the digest of those who want that, once', async () => {
    const owner = await givenReader({ digest: 'true' });
    await service.sql.query("update mail_subscriptions set digested_at = now() - interval '1 day'");
    await givenEnded(owner.id, { title: 'Yesterday', minutesAgo: 600 });
    await look();
    const at = new Date();

    await promiseDigests({ db: service.db, jobs: await jobs() }, at);
    await promiseDigests({ db: service.db, jobs: await jobs() }, at);

    await eventually(() => expect(mailsTo(owner.address)).toHaveLength(1));
    expect(mailsTo(owner.address)[0]?.headers.subject).toBe('Your videos this morning');
  });
});

describe('What needs an operator', () => {
  test('is told to staff who want to know: workers that are lost, and that space is short', async () => {
    const operator = await givenReader({ operation: 'true' }, { isStaff: true });
    const name = newName('rack');
    await givenWorker(service.db, { name, seenAt: new Date(Date.now() - 2 * minuteMs) });
    const requireFreeSpace = async () => {
      throw noSpace('too_little_space');
    };

    await look({ requireFreeSpace });
    await look({ requireFreeSpace, afterMinutes: 90 });

    await eventually(() => expect(mailsTo(operator.address)).toHaveLength(1));
    const text = mailsTo(operator.address)[0]?.text;
    expect(text).toContain(`- The worker ${name} is lost`);
    expect(text).toContain('- The media folder is nearly full');
    const { rows } = await service.sql.query('select from mails where account_id = $1', [operator.id]);
    expect(rows).toHaveLength(1);
  });

  test('is told when a webhook was switched off, without what its address may hide', async () => {
    const operator = await givenReader({ operation: 'true' }, { isStaff: true });
    const { rows } = await service.sql.query<{ id: number }>(
      `insert into webhooks (address, is_active, position, switched_off_at)
       values ('https://hooks.example/in?key=secret', false, 0, now() - interval '1 minute') returning id`,
    );

    await look();

    await eventually(() => expect(mailsTo(operator.address)).toHaveLength(1));
    const text = mailsTo(operator.address)[0]?.text;
    expect(text).toContain(
      `- The webhook to hooks.example was switched off: nobody took an event for days. Its page says why, and sends it again or leaves it out. (http://videos.example/admin/webhooks/${rows[0]?.id}/)`,
    );
    expect(text).not.toContain('secret');
  });

  test('is not sent to somebody who is staff no more by then', async () => {
    const operator = await givenReader({ operation: 'true' }, { isStaff: true });
    const queue = await jobs();
    await inPipelinedTransaction(service.db.pool, async (tx) => {
      const content: MailContent = { kind: 'operation', lostWorkers: ['rack'], isShortOfSpace: false };
      await mails.promise(tx, queue, {
        ...{ accountId: operator.id, content, language: 'en', createdAt: new Date() },
      });
      await tx.query({ text: `update users set is_staff = false where id = ${operator.id}`, values: [] });
    });

    await eventually(async () => {
      const { rows } = await service.sql.query('select state::text from mails where account_id = $1', [
        operator.id,
      ]);
      expect(rows).toEqual([{ state: 'dropped' }]);
    });
    expect(mailsTo(operator.address)).toHaveLength(0);
  });

  test('is not told to somebody who is staff no more', async () => {
    const operator = await givenReader({ operation: 'true' }, { isStaff: true });
    await service.sql.query('update users set is_staff = false where id = $1', [operator.id]);
    await givenWorker(service.db, { seenAt: new Date(Date.now() - 2 * minuteMs) });

    await look();

    const { rows } = await service.sql.query('select from mails where account_id = $1', [operator.id]);
    expect(rows).toHaveLength(0);
  });
});
