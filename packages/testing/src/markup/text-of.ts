import { attributeOf, type Element, isElement, type Node } from './tree.ts';

const unread = new Set(['script', 'style', 'template']);
const preformatted = new Set(['pre', 'textarea']);
const inline = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'button',
    'cite',
    'code',
    'em',
    'i',
    'input',
    'kbd',
    'label',
    'mark',
    'progress',
    'q',
  ],
  ...['s', 'samp', 'select', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var'],
]);
const edge = '\0';

/**
 * The text of an element as it is read: white space as one space, blocks on lines of their own, `<br>` as a line end. A
 * `<pre>` or `<textarea>` itself is given as it is.
 */
export function textOf(element: Element): string {
  return preformatted.has(element.tagName) ? rawTextOf(element) : tidied(piecesOf(element));
}

/** The same on one line, without what is hidden from screen readers. */
export function spokenTextOf(element: Element): string {
  const isSpoken = (part: Element) => attributeOf(part, 'aria-hidden') !== 'true';
  return tidied(piecesOf(element, isSpoken)).replaceAll('\n', ' ');
}

function rawTextOf(node: Node): string {
  if (isElement(node)) return node.childNodes.map(rawTextOf).join('');
  return 'value' in node ? node.value : '';
}

function piecesOf(element: Element, isRead: (part: Element) => boolean = () => true): string {
  return element.childNodes.map((node) => pieceOf(node, isRead)).join('');
}

function pieceOf(node: Node, isRead: (part: Element) => boolean): string {
  if (!isElement(node)) return rawTextOf(node).replace(/[ \t\n\f\r]+/g, ' ');
  if (node.tagName === 'br') return '\n';
  if (unread.has(node.tagName) || !isRead(node)) return '';
  const pieces = piecesOf(node, isRead);
  return inline.has(node.tagName) ? pieces : `${edge}${pieces}${edge}`;
}

function tidied(pieces: string): string {
  return pieces
    .replace(/ *\n */g, '\n')
    .replace(/[ \n]*\0[ \n\0]*/g, '\n')
    .replace(/ +/g, ' ')
    .replace(/^[ \n]+|[ \n]+$/g, '');
}
