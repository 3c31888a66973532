import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  documentOf,
  exampleInstance,
  exampleVideo,
  nastyTexts,
  unwritableTexts,
} from '../support/dublin-core-records.ts';

const dtd = path.join(import.meta.dirname, '../support/dcmes.dtd');
let xmllint: string;
let folder: string;
let catalog: string;
beforeAll(async () => {
  xmllint = await requireTool('xmllint');
  folder = await mkdtemp(path.join(tmpdir(), 'dublin-core-'));
  // Our copy stands for the DTD that documents name, which xmllint looks for even when it is given another.
  catalog = path.join(folder, 'catalog.xml');
  await writeFile(
    catalog,
    `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
      <public publicId="-//DUBLIN CORE//DCMES DTD 2002/07/31//EN" uri="${pathToFileURL(dtd)}"/>
    </catalog>`,
  );
});
afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** Rejects with the words of xmllint when the document does not follow the DTD; nothing is fetched. */
async function validate(document: string): Promise<void> {
  const file = path.join(await mkdtemp(path.join(folder, 'document-')), 'export.xml');
  await writeFile(file, document);
  const options = ['--noout', '--nonet', '--dtdvalid', dtd, file];
  const { stderr } = await promisify(execFile)(xmllint, options, { env: { XML_CATALOG_FILES: catalog } });
  // A warning is no failure to xmllint, but there is nothing to warn of.
  expect(stderr).toBe('');
}

describe('The Dublin Core export, as xmllint sees it', () => {
  test('is valid without a video', async () => {
    await validate(await documentOf([]));
  });

  test('is valid with every element', async () => {
    await validate(await documentOf([exampleVideo(), exampleVideo({ kind: 'audio' })]));
  });

  test('is valid with as few elements as there can be', async () => {
    const video = exampleVideo({
      title: '',
      description: '',
      ownerName: '',
      subjects: [],
      contributors: [],
    });
    await validate(await documentOf([video], { ...exampleInstance, publisher: undefined }));
  });

  test('is valid whatever the texts are', async () => {
    const everyUnit = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join(' ');
    const texts = [...nastyTexts, ...unwritableTexts.map(([given]) => given), everyUnit];
    const videos = texts.map((text) =>
      exampleVideo({
        title: text,
        description: text,
        ownerName: text,
        subjects: [text],
        contributors: [text, text],
      }),
    );
    for (const text of texts) {
      await validate(
        await documentOf(videos, { ...exampleInstance, publisher: text, coverage: text, rights: text }),
      );
    }
  });

  test('is told from a document that is not valid', async () => {
    const document = (await documentOf([exampleVideo()])).replaceAll('dc:title', 'dc:headline');
    await expect(validate(document)).rejects.toThrow('dc:headline');
  });
});
