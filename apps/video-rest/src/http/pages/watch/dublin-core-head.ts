import { type Html, html } from '@campus/pages';
import type { DublinCoreElements } from '../../../dublin-core/record.ts';

/**
 * The Dublin Core of a video in the head of its page, where search engines and reference managers read it.
 *
 * @see DCMI, "Expressing Dublin Core in HTML/XHTML meta and link elements"
 */
export function dublinCoreHead(elements: DublinCoreElements): Html {
  const pairs = Object.entries(elements).flatMap(([name, value]) =>
    [value].flat().map((one) => [name.replace(/^dc:/, 'DC.'), one] as const),
  );
  return html`<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">
${pairs.map(([name, content]) => html`<meta name="${name}" content="${content}">\n`)}`;
}
