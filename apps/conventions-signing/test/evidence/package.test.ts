import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BlobReader, BlobWriter, ZipWriter, type ZipWriterConstructorOptions } from '@zip.js/zip.js';
import fc from 'fast-check';
import { Misfit, Unchecked, verifyPackage } from '../../assets/evidence/verify.mjs';
import { evidenceLimits } from '../../src/http/evidence/send-package.ts';
import { signIn } from '../support/console.ts';
import { evidenceOf, unzipped, useFolder } from '../support/evidence.ts';
import { agreementPdf } from '../support/pdf-updates.ts';
import { dateOf, deposit, givenDraft, givenInSigning, metadata, sha256 } from '../support/records.ts';
import { managementToken, useService } from '../support/service.ts';
import { createSigner, signedPdf } from '../support/signed-pdfs.ts';

const service = useService({ webhook: false });
const folder = useFolder();
const agreement = agreementPdf();

const ada = {
  name: 'Łukasiewicz',
  givenname: 'Ελένη',
  mail: 'signatory1@example.org',
  phone: null,
  order: 1,
};

/** Signed, with two versions of the signed document. */
async function givenSigned(): Promise<{ id: number; signed: Uint8Array[] }> {
  const { id } = await givenInSigning(service, { pdf: agreement, signatory: [ada] });
  const signed = [
    await signedPdf(agreement, await createSigner({ name: 'Ελένη Łukasiewicz' })),
    await signedPdf(agreement, await createSigner({ name: 'Живка Петрова' })),
  ];
  for (const pdf of signed) await deposit(service, id, pdf).expect(200);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  return { id, signed };
}

/** One, and its package, for all who only look at it. */
let given: { id: number; signed: Uint8Array[]; zip: Buffer };
beforeAll(async () => {
  const made = await givenSigned();
  given = { ...made, zip: await evidenceOf(service, made.id) };
});

const jsonOf = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)));

describe('The evidence package of a signed agreement', () => {
  test('holds its documents byte for byte, findings, the whole history, and the SHA-256 of every file', async () => {
    const files = await unzipped(given.zip);

    expect([...files.keys()]).toEqual([
      'README.txt',
      'verify.html',
      'verify.mjs',
      'certificate.pdf',
      'record.json',
      'findings.json',
      'history.json',
      'chain.json',
      'documents/registered-1.pdf',
      'documents/signed-v1.pdf',
      'documents/signed-v2.pdf',
      'manifest.json',
    ]);
    const documents = ['registered-1', 'signed-v1', 'signed-v2'].map((name) =>
      sha256(files.get(`documents/${name}.pdf`) ?? Buffer.alloc(0)),
    );
    expect(documents).toEqual([agreement, ...given.signed].map(sha256));
    expect(jsonOf(files, 'findings.json')).toMatchObject([
      { file: 'documents/signed-v1.pdf', version: 1, signatures: { count: 1 } },
      { file: 'documents/signed-v2.pdf', version: 2, signatures: { items: [{ signer: 'Живка Петрова' }] } },
    ]);
    expect(jsonOf(files, 'history.json').map(({ event }: { event: string }) => event)).toEqual([
      'registered',
      'signing-started',
      'deposited',
      'deposited',
      'date-recorded',
      'signed',
    ]);
    expect(jsonOf(files, 'manifest.json').files).toEqual(
      [...files].slice(0, -1).map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
    );
  });

  test('fits, as an archive, to the last bit', async () => {
    const said = await verifyPackage(await folder.write('whole.zip', given.zip));

    expect(said).toEqual([
      'the archive is what was made, with every bit of it',
      '11 files have the SHA-256 that manifest.json says',
      '6 entries of the history are what was sealed',
      expect.stringMatching(/^up to entry \d+ the history is whole: none of its 6 entries was left out/),
      expect.stringMatching(/^no further entry of it stands in the sealed history up to entry \d+;/),
      '3 documents are those of the history',
      'no time stamp says since when it is there',
      expect.stringMatching(/^entry \d+ is sealed as [0-9a-f]{64}: compare that with the head in the log/),
      expect.stringMatching(
        /^the seal speaks for history\.json and documents\/ alone; record\.json, findings/,
      ),
    ]);
  });

  test('is refused while its history is not sealed, which is told within seconds, and others are not', async () => {
    const [sealed, unsealed] = [given, await givenDraft(service)];
    const person = await signIn(service, 'reader', { language: 'fr' });
    const address = `/conventions/${unsealed.id}/evidence`;
    const client = await service.sql.connect();
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('history', 0))`);
    await service.institution.post(`/api/conventions/${unsealed.id}/signature`).expect(202);

    const asked = async () => [
      await service.institution.get(`/api${address}`).timeout(10_000),
      await person.get(`/console${address}/`).timeout(10_000),
      await service.institution.get(`/api/conventions/${sealed.id}/evidence`).expect(200),
    ];
    const [refused, page] = await asked().finally(async () => {
      await client.query('commit');
      client.release();
    });

    expect([refused?.status, refused?.headers['retry-after'], refused?.body.type]).toEqual([
      503,
      '30',
      '/public/problems#not_sealed',
    ]);
    expect([page?.status, page?.headers['retry-after']]).toEqual([503, '30']);
    expect(page?.text).toContain('n’est pas encore scellé');
    const files = await unzipped(await evidenceOf(service, unsealed.id));
    expect(jsonOf(files, 'history.json')).toHaveLength(2);
  });

  test('names the head that the service has published', async () => {
    const { id } = await givenSigned();

    const said = await verifyPackage(await folder.write('head.zip', await evidenceOf(service, id)));

    const { rows } = await service.sql.query(
      'select position, hash from history_heads order by position desc limit 1',
    );
    expect(said.join()).toContain(`entry ${rows[0].position} is sealed as ${rows[0].hash}`);
  });

  test('names what does not fit whichever bit of the archive is another one', async () => {
    const { zip } = given;

    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length * 8 - 1), async (bit) => {
        const spoiled = Buffer.from(zip);
        spoiled.writeUInt8(spoiled.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const place = await folder.write('spoiled.zip', spoiled);
        await expect(verifyPackage(place)).rejects.toThrow(Misfit);
      }),
      { numRuns: 150 },
    );
  });
});

describe('A package that was unpacked and zipped again', () => {
  /** As programs make archives: packed, with folders of their own, and with what systems add. */
  async function zippedAgain(
    files: ReadonlyMap<string, Uint8Array>,
    { folderName = '', ...options }: ZipWriterConstructorOptions & { folderName?: string } = {},
  ): Promise<string> {
    const writer = new ZipWriter(new BlobWriter(), options);
    const folders = [folderName, `${folderName}documents/`].filter((name) => name !== '');
    for (const name of folders) await writer.add(name, undefined, { directory: true });
    for (const [name, bytes] of files)
      await writer.add(folderName + name, new BlobReader(new Blob([Buffer.from(bytes)])));
    const zip = await (await writer.close()).arrayBuffer();
    return folder.write('again.zip', Buffer.from(zip));
  }
  let files: Map<string, Uint8Array>;
  beforeAll(async () => {
    files = await unzipped(given.zip);
  });

  test.each<[string, ZipWriterConstructorOptions & { folderName?: string }]>([
    ['packed', { level: 6 }],
    ['stored', { level: 0 }],
    ['with sizes behind its files', { dataDescriptor: true }],
    ['with large numbers', { zip64: true }],
    ['with its folder', { folderName: 'Convention_7_evidence/' }],
  ])('is called so, and its files are checked: %s', async (_how, options) => {
    const said = await verifyPackage(await zippedAgain(files, options));

    expect(said[0]).toMatch(
      /^the archive is not the one that was made: somebody has zipped the unpacked files/,
    );
    expect(said.slice(1)).toEqual(await verifyPackage(await folder.writeAll(files)));
  });

  test('fits with what systems put into folders, which is told, and with nothing else', async () => {
    const added = ['.DS_Store', 'documents/Thumbs.db', '__MACOSX/._history.json'];
    const withAdded = (names: string[]) =>
      new Map([...files, ...names.map((name) => [name, Buffer.from('x')] as const)]);

    const said = await verifyPackage(await zippedAgain(withAdded(added)));

    expect(said).toContain(`passed over, since systems put it there: ${added.join(', ')}`);
    await expect(verifyPackage(await zippedAgain(withAdded(['note.txt'])))).rejects.toThrow(
      new Misfit('note.txt: it is not part of the package'),
    );
  });

  const endMark = Buffer.from('PK\x05\x06');
  const localMark = Buffer.from('PK\x03\x04');
  /** Where the head of a file begins, which stands before its name. */
  function headOf(zip: Buffer, name: string): number {
    let at = zip.indexOf(name) - 30;
    while (!zip.subarray(at).subarray(0, 4).equals(localMark)) at = zip.indexOf(name, at + 31) - 30;
    return at;
  }
  /** A second archive, of one document, as others would read it. */
  const other = async () =>
    readFile(
      await zippedAgain(new Map([['documents/signed-v1.pdf', Buffer.from('another one')]]), { level: 0 }),
    );
  test.each<[string, RegExp, (zip: Buffer) => Buffer | Promise<Buffer>]>([
    [
      'the end of another archive in its comment',
      /it has two ends/,
      async (zip) => {
        const end = zip.lastIndexOf(endMark);
        const comment = Buffer.concat([(await other()).subarray(-22), Buffer.from('.')]);
        const length = Buffer.from([comment.length, 0]);
        return Buffer.concat([zip.subarray(0, end + 20), length, comment]);
      },
    ],
    [
      'files behind those of its directory',
      /not all of it is in its directory/,
      async (zip) => {
        const end = Buffer.from(zip.subarray(zip.lastIndexOf(endMark)));
        const whole = await other();
        const entry = whole.subarray(whole.indexOf('PK\x01\x02'), whole.lastIndexOf(endMark));
        return Buffer.concat([zip.subarray(0, zip.lastIndexOf(endMark)), entry, end]);
      },
    ],
    [
      'a file that its directory does not name',
      /not all of it is in its directory/,
      async (zip) => {
        const whole = await other();
        const hidden = whole.subarray(0, whole.indexOf('PK\x01\x02'));
        const moved = Buffer.concat([hidden, zip]);
        for (let at = moved.indexOf('PK\x01\x02'); at !== -1; at = moved.indexOf('PK\x01\x02', at + 1))
          moved.writeUInt32LE(moved.readUInt32LE(at + 42) + hidden.length, at + 42);
        const end = moved.lastIndexOf(endMark);
        moved.writeUInt32LE(moved.readUInt32LE(end + 16) + hidden.length, end + 16);
        return moved;
      },
    ],
    [
      'another name before a file than in its directory',
      /it has another name where it stands/,
      (zip) => {
        const name = 'documents/signed-v1.pdf';
        zip.write('documents/signed-v2.pdf', headOf(zip, name) + 30);
        return zip;
      },
    ],
    [
      'another name of a file for those that read Unicode',
      /it has a second name/,
      (zip) => {
        // As good as any extra field that somebody has written: its number is enough.
        const at = zip.indexOf('documents/signed-v1.pdf', zip.indexOf('PK\x01\x02'));
        const extra = at + 'documents/signed-v1.pdf'.length;
        zip.writeUInt16LE(0x7075, extra);
        return zip;
      },
    ],
    [
      'another way of packing before a file than in its directory',
      /signed-v1\.pdf: it is packed in another way where it stands/,
      (zip) => {
        zip.writeUInt16LE(8, headOf(zip, 'documents/signed-v1.pdf') + 8);
        return zip;
      },
    ],
    [
      'another size before a file than in its directory',
      /signed-v1\.pdf: it is packed in another way where it stands/,
      (zip) => {
        const head = headOf(zip, 'documents/signed-v1.pdf');
        zip.writeUInt32LE(zip.readUInt32LE(head + 18) - 1, head + 18);
        return zip;
      },
    ],
    [
      'something behind a packed file, within its bytes',
      /signed-v1\.pdf: something stands behind it/,
      (zip) => {
        const name = 'documents/signed-v1.pdf';
        const head = headOf(zip, name);
        const entry = zip.indexOf(name, zip.indexOf('PK\x01\x02')) - 46;
        const start = head + 30 + name.length + zip.readUInt16LE(head + 28);
        const packed = deflateRawSync(files.get(name) ?? '');
        zip.fill('another one', start + packed.copy(zip, start), start + zip.readUInt32LE(entry + 20));
        zip.writeUInt16LE(8, head + 8);
        zip.writeUInt16LE(8, entry + 10);
        return zip;
      },
    ],
  ])('does not fit with %s, which others would unpack', async (_what, misfit, forge) => {
    const whole = await readFile(await zippedAgain(files, { level: 0, dataDescriptor: false }));

    const place = await folder.write('ambiguous.zip', await forge(whole));

    await expect(verifyPackage(place)).rejects.toThrow(Misfit);
    await expect(verifyPackage(place)).rejects.toThrow(misfit);
  });

  test('does not fit when a file in it is another one', async () => {
    const document = Buffer.from(files.get('documents/signed-v1.pdf') ?? '');
    document.writeUInt8(document.readUInt8(99) ^ 1, 99);

    const place = await zippedAgain(new Map([...files, ['documents/signed-v1.pdf', document]]));

    await expect(verifyPackage(place)).rejects.toThrow(/^documents\/signed-v1\.pdf: its SHA-256 is/);
  });

  test('is left unchecked when it is encrypted, which says what to do', async () => {
    const place = await zippedAgain(files, { password: 'secret' });

    await expect(verifyPackage(place)).rejects.toThrow(Unchecked);
    await expect(verifyPackage(place)).rejects.toThrow(/unpack the archive, and check the folder/);
  });

  test('names what does not fit whichever byte of it is cut off, added or another one, or says the same of its files', async () => {
    const whole = await readFile(await zippedAgain(files));
    const said = await verifyPackage(await folder.write('spoiled.zip', whole));
    const changes = fc.record({
      at: fc.oneof(
        fc.nat(whole.length - 1),
        fc.nat(600).map((back) => whole.length - 1 - back),
      ),
      byte: fc.nat(255),
      how: fc.constantFrom('replace', 'cut', 'insert'),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ at, byte, how }) => {
        const rest = whole.subarray(how === 'insert' ? at : at + 1);
        const spoiled = Buffer.concat([
          whole.subarray(0, at),
          Buffer.from(how === 'cut' ? [] : [byte]),
          rest,
        ]);
        const verdict = await verifyPackage(await folder.write('spoiled.zip', spoiled)).catch(
          (error: unknown) => error,
        );
        if (!(verdict instanceof Misfit) && !(verdict instanceof Unchecked)) expect(verdict).toEqual(said);
      }),
      { numRuns: 100 },
    );
  });
});

test('A PDF is told from a package: it is no archive', async () => {
  const place = await folder.write('document.pdf', agreement);

  await expect(verifyPackage(place)).rejects.toThrow(new Misfit('it is no ZIP archive'));
});

test('Certificates that cannot be read are told also where no stamp asks for them', async () => {
  const { id } = await givenDraft(service);
  const place = await folder.write('unstamped.zip', await evidenceOf(service, id));
  const missing = `${place}.pem`;

  await expect(verifyPackage(place, { authority: missing })).rejects.toThrow(
    new Unchecked(`the file of --authority cannot be read (ENOENT): ${missing}`),
  );
  await expect(verifyPackage(place, { authority: place })).rejects.toThrow(
    new Unchecked(`the file of --authority holds no certificate in PEM: ${place}`),
  );
});

test('The package of a draft has its document; one that was erased, its history alone', async () => {
  const draft = await givenDraft(service);
  const { id } = await givenSigned();
  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

  const ofDraft = await evidenceOf(service, draft.id);
  const ofErased = await evidenceOf(service, id);

  expect([...(await unzipped(ofDraft)).keys()]).toContain('documents/registered-1.pdf');
  expect([...(await unzipped(ofErased)).keys()].filter((name) => name.startsWith('documents/'))).toEqual([]);
  for (const zip of [ofDraft, ofErased]) await verifyPackage(await folder.write('small.zip', zip));
});

test('Given a record whose entries have long details, Then its package has all of them, and fits', async () => {
  const { id } = await givenSigned();
  await givenLongDetails(id, { entries: 60 });

  const zip = await evidenceOf(service, id);

  expect(jsonOf(await unzipped(zip), 'history.json')).toHaveLength(66);
  await verifyPackage(await folder.write('long.zip', zip));
});

test('Given a record that is erased while its package is sent, Then the download breaks off', async () => {
  const { id } = await givenSigned();
  // Its documents are kept in memory then, and would be sent although they were erased.
  await evidenceOf(service, id);
  await givenLongDetails(id, { entries: 300 });
  const response = await openEvidence(id);
  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

  await expect(buffer(response)).rejects.toThrow('aborted');
});

/** Gives a record entries of 100 KB each, which nothing makes much smaller. */
async function givenLongDetails(id: number, { entries }: { entries: number }): Promise<void> {
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select s.id, now(), 'redelivered', 'service', jsonb_build_object('long', (
       select string_agg(sha256(int4send(entry) || int4send(piece))::text, '') from generate_series(1, 1500) piece))
     from signables s, generate_series(1, $2::int) entry where kind = 'agreement' and number = $1`,
    [id, entries],
  );
}

/** The answer with a package, of which nothing is read yet. */
async function openEvidence(id: number): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${managementToken}` };
  const asked = get(`${service.url}/api/conventions/${id}/evidence`, { headers });
  const [response] = await once(asked, 'response');
  return response;
}

test('Nobody gets a package of what is not there, without a token, or of another type', async () => {
  await service.institution.get('/api/conventions/999999/evidence').expect(404);
  await service.vendor.get('/api/conventions/1/evidence').expect(401);
  const { id } = await givenDraft(service, metadata());
  await service.institution
    .get(`/api/conventions/${id}/evidence`)
    .set('Accept', 'application/pdf')
    .expect(406);
  const { headers } = await service.institution.head(`/api/conventions/${id}/evidence`).expect(200);
  expect(headers['content-disposition']).toBe(`attachment; filename="Convention_${id}_evidence.zip"`);
});

test('Whoever may read a record downloads its package from its page', async () => {
  const { id } = await givenSigned();
  const reader = await signIn(service, 'reader');

  const page = await reader.page(`/console/conventions/${id}/`);
  const href = page.get('link', 'Download the evidence package').attribute('href') ?? '';
  const { body } = await reader
    .get(href)
    .responseType('blob')
    .expect(200)
    .expect('Cache-Control', 'no-store');

  await verifyPackage(await folder.write('downloaded.zip', body));
});

test('Eight packages that one asks for at once all come, and who asks for more than may wait is told to', async () => {
  const { id } = await givenSigned();
  const ask = async (count: number) => {
    const asked = Array.from({ length: count }, () =>
      service.institution.get(`/api/conventions/${id}/evidence`),
    );
    return Promise.all(asked);
  };

  const eight = await ask(8);
  const answers = await ask(4 * (evidenceLimits.atATimePerCaller + evidenceLimits.waitingPerCaller));

  expect(eight.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBe(String(evidenceLimits.retryAfterSeconds));
  expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length);
});
