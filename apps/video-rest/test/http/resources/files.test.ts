import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { givenFile, givenFolder, sendFile } from '../../support/kept-files.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** What anybody gets at an address. */
function download(address: string) {
  return request(service.url).get(new URL(address).pathname).buffer(true);
}

const zip = (names: string) => Buffer.from(`PK\u0003\u0004${names}`, 'latin1');

describe('A file', () => {
  test('is named after what was sent, and is read at its signed address by whoever has it', async () => {
    const kept = await givenFile(service, { name: "l'été (2).txt", content: 'Bonjour' });
    const answer = await download(kept.file).expect(200);

    expect(Object.keys(kept)).toEqual(['id', 'url', 'folder', 'file', 'created_by', 'name']);
    expect([kept.name, kept.created_by]).toEqual(["l'été (2)", service.ada.url]);
    expect(answer.text).toBe('Bonjour');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%282%29.txt",
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['a.pdf', Buffer.from('%PDF-1.7 …')],
    ['a.DOC', Buffer.from('d0cf11e0a1b11ae100', 'hex')],
    ['a.docx', zip('[Content_Types].xml word/document.xml')],
    ['a.xlsx', zip('xl/workbook.xml')],
    ['a.odt', zip('mimetypeapplication/vnd.oasis.opendocument.text')],
    ['a.html', Buffer.from('<!doctype html>')],
  ])('%s is kept', async (name, content) => {
    const { url: folder } = await givenFolder(service.ada);
    expect((await sendFile(service.ada, { folder, name, content })).status).toBe(201);
  });

  test.each([
    ['a.exe', Buffer.from('MZ'), 'Files of this type are not kept.'],
    ['constructor', Buffer.from('x'), 'Files of this type are not kept.'],
    ['a.pdf', Buffer.from('<script>'), 'The content of the file is not what its name says: .pdf.'],
    ['a.docx', zip('xl/workbook.xml'), 'The content of the file is not what its name says: .docx.'],
    ['a.odt', Buffer.from('PK'), 'The content of the file is not what its name says: .odt.'],
    ['a.txt', Buffer.from([1, 0, 2]), 'The content of the file is not what its name says: .txt.'],
    ['a.vtt', Buffer.from('WEBVTT\n\n1 --> 2\n'), 'The file is no valid WebVTT: see line 3.'],
    ['a.srt', Buffer.from('Hello'), 'The file holds no subtitles in the format SRT.'],
    ['a.txt', Buffer.alloc(0), 'The submitted file is empty.'],
  ])('%s of another content is refused', async (name, content, message) => {
    const { url: folder } = await givenFolder(service.ada);
    const { status, body } = await sendFile(service.ada, { folder, name, content });

    expect([status, body]).toEqual([400, { file: [expect.stringContaining(message)] }]);
  });

  test('of more than 10 MiB is refused', async () => {
    const { url: folder } = await givenFolder(service.ada);
    const content = Buffer.alloc(10 * 2 ** 20 + 1, 'x');
    const { status, body } = await sendFile(service.ada, { folder, name: 'large.txt', content });

    expect([status, body.detail]).toEqual([413, expect.stringContaining('10 MiB')]);
  });

  test.each(['a.srt', 'a.vtt'])('of subtitles of more than 1 MiB is refused: %s', async (name) => {
    const { url: folder } = await givenFolder(service.ada);
    const content = `WEBVTT${'\n'.repeat(2 ** 20 - 5)}`;
    const { status, body } = await sendFile(service.ada, { folder, name, content });

    expect([status, body]).toEqual([
      400,
      { file: ['Subtitles take at most 1 MiB: remove styles, notes and empty lines from the file.'] },
    ]);
  });

  test('of subtitles in SRT becomes WebVTT in UTF-8', async () => {
    const content = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\u00e9t\u00e9\n', 'latin1');
    const kept = await givenFile(service, { name: 'fr.srt', content });
    const { text, headers } = await download(kept.file).expect(200);

    expect([kept.name, path.extname(new URL(kept.file).pathname)]).toEqual(['fr', '.vtt']);
    expect(text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nété\n');
    expect(headers['content-type']).toBe('text/vtt; charset=utf-8');
  });
});

test.each([
  ['control characters', 'a%00b%0A.pdf', 'ab'],
  ['blanks at both ends', '%20caf%C3%A9%20.pdf', 'café'],
  ['256 characters of two code units', `${'%F0%9F%8E%93'.repeat(256)}.pdf`, '🎓'.repeat(255)],
])('Given a file whose name has %s, Then it is kept by a name without', async (_what, sent, name) => {
  const { status, body } = await sendAs(sent);

  expect([status, body.name]).toEqual([201, name]);
  await download(body.file).expect(200);
});

test('Given a file without a name before its extension, Then it is refused, and told why', async () => {
  const { status, body } = await sendAs('%00%20.pdf');

  expect([status, body]).toEqual([
    400,
    { file: ['The file has no name before its extension. Name it, and send it again.'] },
  ]);
});

/** A PDF whose name is encoded as RFC 8187 has it. */
async function sendAs(encodedName: string) {
  const { url: folder } = await givenFolder(service.ada);
  const boundary = 'boundary';
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  return service.ada.client
    .post('/rest/files/')
    .type(`multipart/form-data; boundary=${boundary}`)
    .send(
      [
        part('name="folder"', folder),
        part('name="created_by"', service.ada.url),
        part('name="name"', 'whatever'),
        part(`name="file"; filename*=UTF-8''${encodedName}`, '%PDF-1.7'),
        `--${boundary}--\r\n`,
      ].join(''),
    );
}

describe('An address of a file', () => {
  test('with another signature, or none, leads nowhere', async () => {
    const one = await givenFile(service);
    const other = await givenFile(service);
    const [path1 = '', path2 = ''] = [one.file, other.file].map((address) => new URL(address).pathname);
    const signature = path1.split('/')[3] ?? '';
    const foreign = path2.replace(/signed\/[^/]+/, `signed/${signature}`);

    expect((await request(service.url).get(foreign)).status).toBe(403);
    expect((await request(service.url).get(path2.replace(/signed\/[^/]+\//, ''))).status).toBe(401);
    expect((await request(service.url).post(path2)).status).toBe(405);
  });

  test('of content that was replaced is not there any more, and leaves nothing on disk', async () => {
    const kept = await givenFile(service);
    const { body: replaced } = await service.ada.client
      .patch(`/rest/files/${kept.id}/`)
      .attach('file', Buffer.from('new'), 'new.txt')
      .expect(200);
    const folder = path.join(service.mediaRoot, 'files', '0000', String(kept.id));

    expect(replaced.name).toBe('new');
    expect((await download(replaced.file).expect(200)).text).toBe('new');
    await download(kept.file).expect(404);
    await eventually(async () => expect(await readdir(folder)).toHaveLength(1));
    await service.ada.client.delete(`/rest/files/${kept.id}/`).expect(204);
    await download(replaced.file).expect(404);
    await eventually(async () => expect(await readdir(path.dirname(folder))).not.toContain(String(kept.id)));
  });
});

test('Given a file, When it is renamed or put into another folder, Then its content stays', async () => {
  const kept = await givenFile(service);
  const { url: folder } = await givenFolder(service.ada);
  const { body } = await service.ada.client
    .patch(`/rest/files/${kept.id}/`)
    .send({ folder, name: 'renamed' })
    .expect(200);

  expect([body.folder, body.name]).toEqual([folder, 'renamed']);
  await download(body.file).expect(200);
});

test('Given the file of somebody else, Then nobody but staff has it, or puts one there or in another name', async () => {
  const kept = await givenFile(service);
  const eve = await service.givenUser();
  const { url: folder } = await givenFolder(eve);

  await eve.client.get(`/rest/files/${kept.id}/`).expect(404);
  await service.staff.client.get(`/rest/files/${kept.id}/`).expect(200);
  await sendFile(eve, { folder: kept.folder, name: 'a.txt', content: 'x' }).expect(403);
  await sendFile({ ...eve, url: service.ada.url }, { folder, name: 'a.txt', content: 'x' }).expect(403);
});

test('Given a folder with a file, When it is removed, Then it stays until the file is gone', async () => {
  const kept = await givenFile(service);

  await service.ada.client.delete(new URL(kept.folder).pathname).expect(409);
  await service.ada.client.delete(`/rest/files/${kept.id}/`).expect(204);
  await service.ada.client.delete(new URL(kept.folder).pathname).expect(204);
});
