import type { DublinCoreInstance, DublinCoreVideo } from '../../src/dublin-core/record.ts';
import { dublinCoreDocument } from '../../src/dublin-core/write-xml.ts';

/** An instance that says all that an instance can say. */
export const exampleInstance: DublinCoreInstance = {
  publisher: 'Example University',
  coverage: 'Example University - Town - Country',
  rights: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  timeZone: 'Europe/Paris',
};

/** A video with every element; state what matters. */
export function exampleVideo(given: Partial<DublinCoreVideo> = {}): DublinCoreVideo {
  return {
    address: 'https://videos.example.org/video/0042-intro/',
    title: 'Intro',
    description: 'What it is about.',
    ownerName: 'Ada Martin',
    subjects: ['Course', 'Physics', 'Course'],
    licence: null,
    dateAdded: new Date('2026-03-14T12:00:00Z'),
    mainLang: 'fr',
    kind: 'video',
    contributors: ['Grace Petit (director)', 'Alan Blanc (sound)'],
    ...given,
  };
}

/** Titles and other texts that go wrong where somebody is careless with XML. */
export const nastyTexts = [
  `"double", 'single' & both`,
  '&amp; &lt; &#65; &undeclared; &',
  '<script>alert("]]>")</script>',
  ']]> <!-- -- --> <?xml version="1.1"?> <!DOCTYPE a>',
  '😀 𝒳 👩‍👩‍👧 é ñ ﷽',
  'مقدمة في \u202bالكيمياء\u202c – מבוא',
  'line\nbreak\tand tab\u0085\u2028',
  '  blanks around  ',
  '007',
  'true',
  '__proto__',
];

/** Texts with characters that no document can hold, and what is left of them. */
export const unwritableTexts: readonly (readonly [given: string, left: string])[] = [
  ['nul\0 bell\u0007 escape\u001b[0m', 'nul bell escape[0m'],
  ['half \ud83d of a pair, and \ude00 the other', 'half  of a pair, and  the other'],
  ['\ufffe no \uffff characters', ' no  characters'],
  ['\udc00\ud800 turned round', ' turned round'],
];

/** The pieces of a document, all taken. */
export async function piecesOf(
  batches: AsyncIterable<readonly DublinCoreVideo[]>,
  instance = exampleInstance,
) {
  const pieces: string[] = [];
  for await (const piece of dublinCoreDocument(batches, instance)) pieces.push(piece);
  return pieces;
}

/** The whole document as text. */
export async function documentOf(
  videos: readonly DublinCoreVideo[],
  instance = exampleInstance,
): Promise<string> {
  async function* batches() {
    yield videos;
  }
  return (await piecesOf(batches(), instance)).join('');
}
