import { describe, expect, test } from '@jest/globals';
import { dublinCoreElements } from '../../src/dublin-core/record.ts';
import { exampleInstance, exampleVideo } from '../support/dublin-core-records.ts';

const descriptionOf = (description: string) =>
  dublinCoreElements(exampleVideo({ description }), exampleInstance)['dc:description'].join();

describe('The Dublin Core of a video', () => {
  test('says all that the service knows of it', () => {
    expect(dublinCoreElements(exampleVideo(), exampleInstance)).toEqual({
      'dc:title': ['Intro'],
      'dc:creator': ['Ada Martin'],
      'dc:description': ['What it is about.'],
      'dc:subject': ['Course', 'Physics'],
      'dc:publisher': ['Example University'],
      'dc:contributor': ['Grace Petit (director)', 'Alan Blanc (sound)'],
      'dc:date': ['2026-03-14'],
      'dc:type': ['MovingImage'],
      'dc:format': ['video/mp4'],
      'dc:identifier': ['https://videos.example.org/video/0042-intro/'],
      'dc:language': ['fr'],
      'dc:coverage': ['Example University - Town - Country'],
      'dc:rights': ['https://creativecommons.org/licenses/by-nc-sa/4.0/'],
    });
  });

  test('of sound has the type and the format of its m4a rendition', () => {
    expect(dublinCoreElements(exampleVideo({ kind: 'audio' }), exampleInstance)).toMatchObject({
      'dc:type': ['Sound'],
      'dc:format': ['audio/mp4'],
    });
  });

  test('leaves out what is empty, blank, or of nothing but characters that cannot be written', () => {
    const elements = dublinCoreElements(
      exampleVideo({
        title: '\0\ufffe\ud800',
        description: '<p>&nbsp;</p>',
        ownerName: '',
        subjects: ['', ' \t'],
        contributors: ['', ' '],
      }),
      { ...exampleInstance, publisher: undefined },
    );
    const names = Object.entries(elements).flatMap(([name, values]) => (values.length === 0 ? [] : [name]));
    expect(names).toEqual([
      'dc:date',
      'dc:type',
      'dc:format',
      'dc:identifier',
      'dc:language',
      'dc:coverage',
      'dc:rights',
    ]);
  });

  test('has no contributor where none is known', () => {
    const { contributors: _, ...video } = exampleVideo();
    expect(dublinCoreElements(video, exampleInstance)).toHaveProperty('dc:contributor', []);
  });

  test.each([
    ['2026-03-14T22:59:59.999Z', 'Europe/Paris', '2026-03-14'],
    ['2026-03-14T23:00:00.000Z', 'Europe/Paris', '2026-03-15'],
    ['2026-07-14T22:00:00.000Z', 'Europe/Paris', '2026-07-15'],
    ['2026-03-14T23:00:00.000Z', 'UTC', '2026-03-14'],
    ['2026-01-01T04:59:59.000Z', 'America/New_York', '2025-12-31'],
    ['2026-01-31T18:30:00.000Z', 'Asia/Kolkata', '2026-02-01'],
    ['0099-06-01T12:00:00.000Z', 'UTC', '0099-06-01'],
  ])('added at %s is dated in the zone %s to %s', (dateAdded, timeZone, day) => {
    const video = exampleVideo({ dateAdded: new Date(dateAdded) });
    expect(dublinCoreElements(video, { ...exampleInstance, timeZone })['dc:date']).toEqual([day]);
  });
});

describe('A description', () => {
  test.each([
    ['of plain text', 'One & two', 'One & two'],
    ['with white space', ' \n One\t\ttwo \u00a0three\r\nfour ', 'One two three four'],
    ['with control characters between blanks', 'One \0 two', 'One two'],
    ['of paragraphs', '<p>One</p><p class="x">two</p>', 'One two'],
    ['with breaks', 'One<br>two<br/>three<BR />four', 'One two three four'],
    [
      'with marked words',
      'H<sub>2</sub>O is <strong>wet</strong>, <A HREF="/x">see</A>.',
      'H2O is wet, see.',
    ],
    ['from a word processor', '<p>One<o:p></o:p></p><h2>two</h2>', 'One two'],
    ['with a comment', 'One<!-- <p>no</p> --> two', 'One two'],
    ['with a comment that is not closed', 'One <!-- two', 'One'],
    [
      'with named entities',
      'Caf&eacute; &laquo;&nbsp;&OElig;uvre&nbsp;&raquo; &rarr; &pi;&hellip;',
      'Café « Œuvre » → π…',
    ],
    ['with numbered entities', '&#233;&#xE9;&#x1f600;&#39;', "éé😀'"],
    ['with numbers that are no character', 'One&#0;&#xD800;&#x110000;&#99999999999999999999; two', 'One two'],
    ['with escaped tags', 'Write &lt;b&gt;', 'Write <b>'],
    ['with an escaped entity', 'Write &amp;eacute;', 'Write &eacute;'],
    ['with what is no entity', 'R&D &unknown; &eacute &;', 'R&D &unknown; &eacute &;'],
    ['with what is no tag', '1 < 2 > 0, i <3 u, a <b', '1 < 2 > 0, i <3 u, a <b'],
    [
      'with addresses',
      'See <https://example.org> or <ada@example.org>',
      'See <https://example.org> or <ada@example.org>',
    ],
  ])('%s becomes one line of text', (_kind, html, text) => {
    expect(descriptionOf(html)).toBe(text);
  });

  test.each(['<a', '<a "', '<!--', '<a:a', '&#', '&a', '<', ' ', '\r'])(
    'of %j over and over is read in linear time',
    (piece) => {
      // Milliseconds; in quadratic time the test would run into its time-out.
      descriptionOf(piece.repeat(300_000));
    },
  );
});
