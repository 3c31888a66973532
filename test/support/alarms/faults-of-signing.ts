import { X509Certificate } from 'node:crypto';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { givenInSigning } from '../../../apps/conventions-signing/test/support/records.ts';
import {
  issueCertificate,
  type TestSigner,
} from '../../../apps/conventions-signing/test/support/test-pki.ts';
import { derOf, listXml, signedList } from '../../../apps/conventions-signing/test/support/trusted-lists.ts';
import { type MadeFault, madeFault } from './made-fault.ts';
import {
  type Closing,
  givenDisk,
  givenFolder,
  givenMailing,
  givenSigning,
  type Started,
  type StartedSigning,
} from './started.ts';

const service = 'conventions-signing';

/** Waits until a statement has changed something. */
function changes({ sql }: Pick<Started, 'sql'>, statement: string): Promise<unknown> {
  return eventually(async () => Number((await sql.query(statement)).rowCount) > 0, { describe: statement });
}

async function sendToRefusing(started: StartedSigning): Promise<void> {
  started.signingApplication.answerWith((_request, response) => void response.writeHead(503).end());
  await givenInSigning(started);
}

const pemOf = (signer: TestSigner) => new X509Certificate(derOf(signer)).toString();

/** A signing service that follows a list of lists, which has been read. */
async function givenLists(
  closing: Closing,
): Promise<StartedSigning & { listFile: string; signerFile: string }> {
  const folder = await givenFolder(closing);
  const union = await issueCertificate({ name: 'Union' });
  const [signers, listFile] = [path.join(folder, 'signers'), path.join(folder, 'eu.xml')];
  await mkdir(signers);
  const signerFile = path.join(signers, 'union.pem');
  await writeFile(signerFile, pemOf(union));
  await writeFile(listFile, await signedList(listXml({ territory: 'EU' }), union));
  const started = await givenSigning(closing, {
    TRUST_LOTL_URI: `file://${listFile}`,
    TRUST_LOTL_SIGNERS: signers,
  });
  await eventually(async () => {
    const { rows } = await started.sql.query('select problem from trusted_lists');
    return rows.length === 1 && rows[0].problem === null;
  });
  return { ...started, listFile, signerFile };
}

/** Faults of the signing service, and of the mails and the disk of any. */
export const faultsOfSigning: MadeFault[] = [
  madeFault({
    service,
    alarm: 'DiskFilling',
    fault: '5 % of the disk of `data.dir` are free',
    async start(closing) {
      const disk = await givenDisk(closing);
      return { ...(await givenSigning(closing, { DATA_DIR: disk })), disk };
    },
    async make({ disk }) {
      const { bavail, bsize, blocks } = await statfs(disk);
      const filler = Buffer.alloc(Math.floor(bavail - blocks * 0.05) * bsize);
      await writeFile(path.join(disk, 'filler'), filler);
    },
  }),
  madeFault({
    service,
    alarm: 'QueueStandsStill',
    fault: 'the mail server takes connections and says nothing, and eight messages are to be sent',
    start: givenMailing,
    async make({ mailServer, askForMail }) {
      mailServer.instead = () => '';
      for (let count = 0; count < 8; count += 1) await askForMail();
    },
  }),
  madeFault({
    service,
    alarm: 'JobsKeepFailing',
    fault: 'the mail server ends each connection; the tenth attempt is brought forward, in the database',
    start: givenMailing,
    async make(started) {
      started.mailServer.instead = () => null;
      await started.askForMail();
      await changes(
        started,
        `update pgboss.job set retry_count = 10 where name = 'mail' and state = 'retry'`,
      );
    },
  }),
  madeFault({
    service,
    alarm: 'MailsNotSent',
    fault: 'the mail server refuses an address for good',
    start: givenMailing,
    async make({ mailServer, askForMail }) {
      mailServer.answerTo = () => '550 5.1.1 nobody of this name';
      await askForMail();
    },
  }),
  madeFault({
    service,
    alarm: 'DeliveriesFail',
    fault:
      'the signing application answers 503, and the end of the three days is moved to now, in the database',
    start: givenSigning,
    async make(started) {
      await sendToRefusing(started);
      await changes(started, 'update deliveries set give_up_at = now()');
    },
  }),
  madeFault({
    service,
    alarm: 'DeliveriesWait',
    fault: 'the signing application answers 503',
    start: givenSigning,
    make: sendToRefusing,
  }),
  madeFault({
    service,
    alarm: 'CertificateEnds',
    fault: 'the only certificate that may sign the list of lists ends in five days',
    start: givenLists,
    async make({ signerFile }) {
      const validTo = new Date(Date.now() + 5 * 86_400_000);
      await writeFile(signerFile, pemOf(await issueCertificate({ name: 'Union', validTo })));
    },
  }),
  madeFault({
    service,
    alarm: 'TrustedListsUnread',
    fault: 'the list of lists is none any more when it is next looked at, which is now',
    start: givenLists,
    async make(started) {
      await writeFile(started.listFile, 'no list');
      await changes(
        started,
        `update pgboss.job set start_after = now() where name = 'trusted-lists' and state = 'created'`,
      );
    },
  }),
  madeFault({
    service,
    alarm: 'TrustedListsOld',
    fault: 'the lists were last looked at three days ago, says the database',
    start: givenLists,
    make: (started) => changes(started, `update trusted_lists set checked_at = now() - interval '3 days'`),
  }),
];
