import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({
  ignoreAttributes: (name) => name !== 'code',
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Numeric references too, such as &#39; in a name.
  htmlEntities: true,
});

/**
 * The elements of an XML document of a CAS server, by their names without prefixes: each one text or elements, or
 * several; undefined for what is no such document.
 */
export function readXml(xml: string): Record<string, unknown> | undefined {
  // CAS has no document type, and what one declares could grow without end or lead elsewhere.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return undefined;
  try {
    return elementsOf(parser.parse(xml, true));
  } catch {
    return undefined;
  }
}

/** What is in an element; nothing where it is text, or stands several times. */
export function elementsOf(parsed: unknown): Record<string, unknown> {
  const isElement = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isElement ? { ...parsed } : {};
}
