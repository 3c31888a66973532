import { type Html, html, type Link } from '@campus/pages';

/** The way to a PDF, which `document-viewer.js` knows by its type. */
export function pdfLink({ href, text }: Link): Html {
  return html`<a href="${href}" type="application/pdf">${text}</a>`;
}
