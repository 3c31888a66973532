import path from 'node:path';
import { FileRefusal } from './file-refusal.ts';

/** A type of files that are kept: what it is served as, and how its content is told. */
interface FileType {
  contentType: string;
  isContent(content: Buffer): boolean;
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** By the extension of their names, without the dot: what the web form of such platforms takes. */
const fileTypes: Readonly<Record<string, FileType>> = {
  doc: { contentType: 'application/msword', isContent: isCompound },
  docx: { contentType: `${openXml}.wordprocessingml.document`, isContent: isZipWith('word/') },
  odt: { contentType: `${openDocument}.text`, isContent: isZipWith(`mimetype${openDocument}.text`) },
  pdf: {
    contentType: 'application/pdf',
    isContent: (content) => indexIn(content.subarray(0, 1024), '%PDF-') >= 0,
  },
  xls: { contentType: 'application/vnd.ms-excel', isContent: isCompound },
  xlsx: { contentType: `${openXml}.spreadsheetml.sheet`, isContent: isZipWith('xl/') },
  ods: {
    contentType: `${openDocument}.spreadsheet`,
    isContent: isZipWith(`mimetype${openDocument}.spreadsheet`),
  },
  ppt: { contentType: 'application/vnd.ms-powerpoint', isContent: isCompound },
  pptx: { contentType: `${openXml}.presentationml.presentation`, isContent: isZipWith('ppt/') },
  txt: { contentType: 'text/plain', isContent: isText },
  html: { contentType: 'text/html', isContent: isText },
  htm: { contentType: 'text/html', isContent: isText },
  vtt: { contentType: 'text/vtt; charset=utf-8', isContent: isText },
  srt: { contentType: 'application/x-subrip', isContent: isText },
};

/** By extension, what files that are kept are served as. */
export const contentTypes: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(fileTypes).map(([extension, { contentType }]) => [extension, contentType]),
);

/**
 * The type of a file, by its extension, as its name says and its content does not deny.
 *
 * @throws FileRefusal
 */
export function extensionOf(name: string, content: Buffer): string {
  const extension = path.extname(name).slice(1).toLowerCase();
  const type = Object.hasOwn(fileTypes, extension) ? fileTypes[extension] : undefined;
  if (type === undefined)
    throw new FileRefusal('type_not_accepted', { types: Object.keys(fileTypes).join(', ') });
  if (!type.isContent(content)) throw new FileRefusal('content_differs', { extension });
  return extension;
}

/** The container of Office before 2007 (MS-CFB §2.2). */
function isCompound(content: Buffer): boolean {
  return content.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
}

/** Names stand in a ZIP file as they are, and so does the type of an OpenDocument file, which comes first in it. */
function isZipWith(text: string): (content: Buffer) => boolean {
  return (content) => content.subarray(0, 4).toString('hex') === '504b0304' && indexIn(content, text) >= 0;
}

/** Whatever its encoding, a text has no bytes that are zero; UTF-16 alone has, and says so at its beginning. */
function isText(content: Buffer): boolean {
  const isUtf16 = content.length > 1 && ['fffe', 'feff'].includes(content.toString('hex', 0, 2));
  return isUtf16 || !content.includes(0);
}

function indexIn(content: Buffer, text: string): number {
  return content.indexOf(text, 0, 'latin1');
}
