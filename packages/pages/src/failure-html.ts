import { type Html, html } from './html.ts';
import { failureParts } from './language/failure.ts';

/** A failure in the language of the page; the words of another program are marked as the English that they are. */
export function failureHtml(...failure: Parameters<typeof failureParts>): Html {
  const { own, words } = failureParts(...failure);
  return html`${own}${own !== '' && words !== '' && ' '}${words !== '' && html`<span lang="en">${words}</span>`}`;
}
