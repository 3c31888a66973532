import { badge, facts, type Html, html, time } from '@campus/pages';
import type { SignatureFinding, SignatureFindings } from '../../../pdf/signature-findings.ts';
import type { Reader } from '../reader.ts';
import { findingsWords } from './findings-words.ts';

/** What the digital signatures in one file say, first in a sentence or two, then one by one. */
export function findingsOf(
  { count, items, wholeFileCovered, registeredDocumentUnchanged }: SignatureFindings,
  { id, reader }: { id: string; reader: Reader },
): Html {
  const say = findingsWords[reader.language];
  const origin = html`<p class="help">${registeredDocumentUnchanged ? say.unchanged : say.changed}</p>`;
  if (count === 0) return html`<p>${say.none}</p>${origin}`;
  const broken = items.filter(({ digestValid }) => !digestValid).length;
  return html`<p>${
    broken === 0 ? say.allIntact(count) : badge('warning', say.someNotIntact(count, broken))
  }</p>${!wholeFileCovered && html`<p class="help">${say.appended}</p>`}${origin}
<details id="${id}"><summary>${say.each}</summary>
${items.length < count && html`<p>${say.notAll(items.length)}</p>`}
${items.map((item, index) => one(item, { title: say.signature(index + 1), reader }))}
<p class="help">${say.meaning}</p></details>`;
}

function one(
  { signer, signedAt, digestValid, certificate }: SignatureFinding,
  { title, reader }: { title: string; reader: Reader },
): Html {
  const say = findingsWords[reader.language];
  return html`<p><strong>${title}</strong></p>${facts([
    [say.signer, signer ?? say.unknown],
    [say.signedAt, time(signedAt === null ? null : new Date(signedAt), reader)],
    [say.intact, digestValid ? say.isIntact : say.isNotIntact],
    ...(certificate === null
      ? []
      : ([
          [say.certificate, certificate.subject],
          [say.issuer, certificate.issuer],
          [
            say.validity,
            html`${time(new Date(certificate.validFrom), reader)} – ${time(new Date(certificate.validTo), reader)}`,
          ],
        ] as const)),
  ])}`;
}
