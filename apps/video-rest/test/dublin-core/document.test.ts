import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { type DublinCoreVideo, dublinCoreElements } from '../../src/dublin-core/record.ts';
import { dublinCoreDocument } from '../../src/dublin-core/write-xml.ts';
import {
  documentOf,
  exampleInstance,
  exampleVideo,
  nastyTexts,
  piecesOf,
  unwritableTexts,
} from '../support/dublin-core-records.ts';

/** Reads every value as the text that it is. */
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'rdf:Description',
});

async function recordsOf(document: string): Promise<Record<string, unknown>[]> {
  return parser.parse(document)['rdf:RDF']['rdf:Description'] ?? [];
}

/** What a reader makes of a text, by the rules of XML 1.0 and in other words than the code. */
function asRead(text: string): string {
  const characters = [...text].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return code === 9 || code === 10 || code === 13;
    return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
  });
  return characters.join('').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** Any UTF-16, lone surrogates too, with the characters in it that XML minds. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        '&amp;',
        '&#60;',
        ']]>',
        '<!--',
        '\r',
        '\n',
        '\t',
        ' ',
        '\0',
        '\ufffe',
      ),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('The Dublin Core document', () => {
  test('is laid out as harvesters know it', async () => {
    expect(await documentOf([exampleVideo({ title: 'Intro & plan' })])).toBe(
      `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE rdf:RDF PUBLIC "-//DUBLIN CORE//DCMES DTD 2002/07/31//EN" "http://dublincore.org/documents/2002/07/31/dcmes-xml/dcmes-xml-dtd.dtd">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<rdf:Description rdf:about="https://videos.example.org/video/0042-intro/">
  <dc:title>Intro &amp; plan</dc:title>
  <dc:creator>Ada Martin</dc:creator>
  <dc:description>What it is about.</dc:description>
  <dc:subject>Course</dc:subject>
  <dc:subject>Physics</dc:subject>
  <dc:publisher>Example University</dc:publisher>
  <dc:contributor>Grace Petit (director)</dc:contributor>
  <dc:contributor>Alan Blanc (sound)</dc:contributor>
  <dc:date>2026-03-14</dc:date>
  <dc:type>MovingImage</dc:type>
  <dc:format>video/mp4</dc:format>
  <dc:identifier>https://videos.example.org/video/0042-intro/</dc:identifier>
  <dc:language>fr</dc:language>
  <dc:coverage>Example University - Town - Country</dc:coverage>
  <dc:rights>https://creativecommons.org/licenses/by-nc-sa/4.0/</dc:rights>
</rdf:Description>
</rdf:RDF>
`,
    );
  });

  test('without a video has a head, a foot and nothing between', async () => {
    const document = await documentOf([]);
    expect(document).toMatch(/xmlns:dc="[^"]*">\n<\/rdf:RDF>\n$/);
    expect(await recordsOf(document)).toEqual([]);
  });

  test.each(nastyTexts)('gives the title %j back as it was', async (title) => {
    const [record] = await recordsOf(await documentOf([exampleVideo({ title })]));
    expect(record).toMatchObject({ 'dc:title': title });
  });

  test.each(unwritableTexts)('leaves out of %j what it cannot hold', async (title, left) => {
    const [record] = await recordsOf(await documentOf([exampleVideo({ title })]));
    expect(record).toMatchObject({ 'dc:title': left });
  });

  test('gives any text back but for the characters that it cannot hold', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const video = exampleVideo({
          title: text,
          description: text,
          ownerName: text,
          contributors: [text, text],
        });
        const instance = { ...exampleInstance, publisher: text, coverage: text, rights: text };
        const [record] = await recordsOf(await documentOf([video], instance));

        const read = asRead(text);
        const isThere = read.replace(/\p{Cc}/gu, '').trim() !== '';
        for (const name of ['dc:title', 'dc:creator', 'dc:publisher', 'dc:coverage', 'dc:rights']) {
          expect(record?.[name]).toBe(isThere ? read : undefined);
        }
        expect(record?.['dc:contributor']).toEqual(isThere ? [read, read] : undefined);
      }),
    );
  });

  test('is to the byte what fast-xml-parser writes of the same elements, whatever the texts are', async () => {
    const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    const builder = new XMLBuilder({
      ignoreAttributes: false,
      format: true,
      suppressBooleanAttributes: false,
      processEntities: false,
      tagValueProcessor: (_name, value) => escaped(String(value)),
      attributeValueProcessor: (_name, value) => escaped(String(value)),
    });
    const videos = fc.array(
      fc.record({
        address: texts,
        title: texts,
        description: texts,
        ownerName: texts,
        subjects: fc.array(texts),
        contributors: fc.array(texts),
        licence: fc.constantFrom('by', null),
      }),
    );
    await fc.assert(
      fc.asyncProperty(videos, async (given) => {
        const examples = given.map(exampleVideo);
        const built = examples.map((video) => {
          const elements = Object.entries(dublinCoreElements(video, exampleInstance));
          const written = elements.filter(([, values]) => values.length > 0);
          return builder.build({
            'rdf:Description': { '@_rdf:about': video.address, ...Object.fromEntries(written) },
          });
        });
        const [, records] = (await documentOf(examples)).split(/<rdf:RDF [^>]*>\n|<\/rdf:RDF>/);

        expect(records).toBe(asRead(built.join('')));
      }),
    );
  });

  test('gives a description without markup back but for white space', async () => {
    const plain = texts.map((text) => text.replace(/[<&]/g, ''));
    await fc.assert(
      fc.asyncProperty(plain, async (description) => {
        const [record] = await recordsOf(await documentOf([exampleVideo({ description })]));
        const read = asRead(description).replace(/\s+/g, ' ').trim();
        const isThere = read.replace(/[\p{Cc}\s]/gu, '') !== '';
        expect(record?.['dc:description']).toBe(isThere ? read : undefined);
      }),
    );
  });

  test('has no element and no attribute but those of the DTD', async () => {
    const dtd = await readFile(path.join(import.meta.dirname, '../support/dcmes.dtd'), 'utf8');
    const [, children = ''] = /<!ELEMENT rdf:Description \(([^)]*)\)\*>/.exec(dtd) ?? [];
    const allowed = children.split('|').map((name) => name.trim());
    expect(allowed).toHaveLength(15);
    const namespaces = [...dtd.matchAll(/(xmlns:\w+)\s+CDATA #FIXED "([^"]*)"/g)];

    const videos = nastyTexts.map((text) =>
      exampleVideo({ title: text, description: text, ownerName: text }),
    );
    const { '?xml': _declaration, 'rdf:RDF': root, ...beside } = parser.parse(await documentOf(videos));

    expect(Object.keys(beside).filter((name) => name !== '#text')).toEqual([]);
    const { 'rdf:Description': records, '#text': _layout, ...attributes } = root;
    expect(attributes).toEqual(Object.fromEntries(namespaces.map(([, name, value]) => [`@_${name}`, value])));
    expect(records).toHaveLength(videos.length);
    for (const { '@_rdf:about': _about, '#text': _space, ...elements } of records) {
      for (const [name, value] of Object.entries(elements)) {
        expect(allowed).toContain(name);
        for (const text of [value].flat()) expect(typeof text).toBe('string');
      }
    }
  });
});

describe('The pieces of the document', () => {
  /** Batches that are counted as they are asked for. */
  function watchedBatches(count: number) {
    const seen = { batches: 0, isEnded: false };
    async function* batches(): AsyncGenerator<DublinCoreVideo[]> {
      try {
        while (seen.batches < count) {
          seen.batches += 1;
          yield Array.from({ length: 100 }, () => exampleVideo());
        }
      } finally {
        seen.isEnded = true;
      }
    }
    return { seen, batches: batches() };
  }

  test('start with the head, before any video is asked for', async () => {
    const { seen, batches } = watchedBatches(1);

    const first = await dublinCoreDocument(batches, exampleInstance).next();

    expect(String(first.value)).toMatch(/^<\?xml.*<rdf:RDF [^>]*>\n$/s);
    expect(seen.batches).toBe(0);
  });

  test('are asked of the videos no faster than they are taken', async () => {
    const { seen, batches } = watchedBatches(1000);
    const document = dublinCoreDocument(batches, exampleInstance);

    for (let pieces = 0; pieces < 4; pieces++) await document.next();

    // Three pieces of about 32 KiB, at more than 700 bytes a record.
    expect(seen.batches).toBeLessThan(3);
  });

  test('are neither crumbs nor lumps, however many videos come at a time', async () => {
    async function* batches() {
      for (let index = 0; index < 500; index++) yield [exampleVideo()];
      yield Array.from({ length: 500 }, () => exampleVideo());
    }
    const pieces = await piecesOf(batches());

    for (const piece of pieces.slice(1, -1)) {
      expect(piece.length).toBeGreaterThanOrEqual(32 * 1024);
      expect(piece.length).toBeLessThan(34 * 1024);
    }
    expect(await recordsOf(pieces.join(''))).toHaveLength(1000);
  });

  test('Given a reader that leaves, When it stops early, Then the reading of videos ends too', async () => {
    const { seen, batches } = watchedBatches(1000);

    for await (const piece of dublinCoreDocument(batches, exampleInstance)) {
      if (piece.includes('rdf:Description')) break;
    }

    expect(seen).toEqual({ batches: 1, isEnded: true });
  });

  test('Given videos that fail half way, When they are read, Then the reader learns why', async () => {
    async function* batches() {
      yield [exampleVideo()];
      throw new Error('connection lost');
    }
    const pieces = piecesOf(batches());

    await expect(pieces).rejects.toThrow('connection lost');
  });
});
