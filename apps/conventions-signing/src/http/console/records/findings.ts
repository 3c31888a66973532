import { badge, facts, type Html, type HtmlPart, html, type Mood, time } from '@campus/pages';
import type { Comparison, SignatureFinding, SignatureFindings } from '../../../pdf/inspect.ts';
import type { Reader } from '../session/reader.ts';
import { findingsWords } from './findings-words.ts';

/** What was found in one file, first in a sentence or two, then signature by signature. */
export function findingsOf(
  findings: SignatureFindings,
  { id, reader }: { id: string; reader: Reader },
): Html {
  const { count, items, wholeFileCovered } = findings;
  const say = findingsWords[reader.language];
  const origin = html`<p>${originOf(findings, reader)}</p>`;
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

/** What the file shows beside the document that was sent: never a reassurance when nobody compared them. */
function originOf(
  { comparison, registeredDocumentUnchanged }: SignatureFindings,
  { language }: Reader,
): HtmlPart {
  const say = findingsWords[language];
  if (!registeredDocumentUnchanged) return badge('warning', say.anotherDocument);
  if (comparison === null) return say.notCompared;
  const { result, pages } = comparison;
  const words = say.comparison[result](pages);
  const mood = moods[result];
  return mood === undefined ? words : badge(mood, words);
}

const moods = {
  unchanged: undefined,
  'signatures-added': undefined,
  'forms-filled': 'warning',
  'annotations-added': 'warning',
  'pages-changed': 'bad',
  'not-comparable': 'warning',
} satisfies Record<Comparison['result'], Mood | undefined>;

function one(
  { signer, signedAt, digestValid, certificate, certificateFindings }: SignatureFinding,
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
          ...(certificateFindings ?? []).map(
            (finding) => [say.aboutCertificate, say.certificateFindings[finding]] as const,
          ),
          [
            say.validity,
            html`${time(new Date(certificate.validFrom), reader)} – ${time(new Date(certificate.validTo), reader)}`,
          ],
        ] as const)),
  ])}`;
}
