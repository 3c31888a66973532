import { createRequire } from 'node:module';
import { ListError } from './read-list.ts';

/** What is used of an element of XML (DOM level 2). */
export interface XmlElement {
  nodeType: number;
  localName: string;
  namespaceURI: string | null;
  textContent: string | null;
  childNodes: ArrayLike<XmlElement>;
  getAttribute(name: string): string | null;
}

interface Parser {
  parseFromString(xml: string, type: string): { documentElement: XmlElement | null };
}

type Report = (message: string) => void;

// An import would bring the types of browsers into the whole program, which its own types ask for.
const { DOMParser }: { DOMParser: new (options: { errorHandler: Record<string, Report> }) => Parser } =
  createRequire(import.meta.url)('@xmldom/xmldom');

const elementNode = 1;

/**
 * The root of XML.
 *
 * @throws ListError  it is not well-formed
 */
export function parseXml(xml: string): XmlElement {
  const fail = (message: string) => {
    throw new ListError(`is no well-formed XML: ${message.split('\n', 1)[0]}`);
  };
  if (xml.includes('\0') || !xml.isWellFormed()) fail('it has characters that no text has');
  const parser = new DOMParser({ errorHandler: { warning: () => {}, error: fail, fatalError: fail } });
  const { documentElement: root } = parser.parseFromString(xml, 'text/xml');
  if (root === null) throw new ListError('is no well-formed XML: it has no element');
  return root;
}

export function elementsOf({ childNodes }: XmlElement): XmlElement[] {
  return Array.from(childNodes).filter(({ nodeType }) => nodeType === elementNode);
}
