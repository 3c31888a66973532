import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { DepositRecord, SignableRecord } from '../../../data/whole-record.ts';
import {
  type Comparison,
  type SignatureFinding,
  type SignatureFindings,
  storedFindings,
} from '../../../pdf/inspect.ts';
import type { JudgementStatus } from '../../../trust/indications.ts';
import { type Judgement, judgement, type SignatureJudgement } from '../../../trust/judgement.ts';
import { judgementSentence } from '../../../trust/judgement-words.ts';
import { signedDocumentAddress } from '../../addresses.ts';
import type { KnownActors } from '../../said/actor-text.ts';
import { findingsWords } from '../../said/findings-words.ts';
import { pdfLink } from '../../said/record-name.ts';
import { recordWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';
import { stepWords } from './step-words.ts';
import { byWhom, type Step } from './steps.ts';

/** The arrival of a signed document, with what its digital signatures say. */
export function depositStep(
  deposit: DepositRecord,
  { record, actors, reader }: { record: SignableRecord; actors: KnownActors; reader: Reader },
): Step {
  const say = stepWords[reader.language];
  const { version, actor, supersededSha256, signatures, depositedAt, judgement: stored } = deposit;
  const isSuperseded = supersededSha256 !== null;
  return {
    state: isSuperseded ? 'trouble' : 'done',
    title: html`<strong>${signedVersionLink(record, version, reader)}</strong> ${say.hasArrived} ${byWhom(actor, { actors, reader })}${
      isSuperseded && html` ${ui.badge('bad', recordWords[reader.language].superseded)}`
    }`,
    at: depositedAt,
    details: [
      isSuperseded && say.ofReplaced,
      findingsOf(storedFindings.parse(signatures), {
        judged: stored === null ? null : judgement.parse(stored),
        id: `findings-${version}`,
        reader,
      }),
    ],
  };
}

/** The way to one version of the signed document. */
export function signedVersionLink(record: SignableRecord, version: number, { language }: Reader): Html {
  const text = `${stepWords[language].document}, ${recordWords[language].detail.version(version)}`;
  return pdfLink({ href: signedDocumentAddress(record, version), text });
}

/** What was found in one file, first in a sentence or two, then signature by signature. */
function findingsOf(
  findings: SignatureFindings,
  { judged, id, reader }: { judged: Judgement | null; id: string; reader: Reader },
): Html {
  const { count, items, wholeFileCovered } = findings;
  const say = findingsWords[reader.language];
  const origin = html`<p>${originOf(findings, reader)}</p>`;
  if (count === 0) return html`<p>${say.none}</p>${origin}`;
  const broken = items.filter(({ digestValid }) => !digestValid).length;
  return html`<p>${
    broken === 0 ? say.allIntact(count) : ui.badge('warning', say.someNotIntact(count, broken))
  }</p>${judged !== null && judgedInShort(judged, reader)}${!wholeFileCovered && html`<p class="help">${say.appended}</p>`}${origin}
<details id="${id}"><summary>${say.each}</summary>
${items.length < count && html`<p>${say.notAll(items.length)}</p>`}
${items.map((item, index) =>
  one(item, { judged: judged?.items[index], title: say.signature(index + 1), reader }),
)}
<p class="help">${judged === null ? say.meaning : say.judgedMeans}</p></details>`;
}

/** What the file shows beside the document that was sent: never a reassurance when nobody compared them. */
function originOf(
  { comparison, beginsWithRegisteredDocument }: SignatureFindings,
  { language }: Reader,
): HtmlPart {
  const say = findingsWords[language];
  if (!beginsWithRegisteredDocument) return ui.badge('warning', say.anotherDocument);
  if (comparison === null) return say.notCompared;
  const { result, pages } = comparison;
  const words = say.comparison[result](pages);
  const mood = moods[result];
  return mood === undefined ? words : ui.badge(mood, words);
}

const moods = {
  unchanged: undefined,
  'signatures-added': undefined,
  'forms-filled': 'warning',
  'annotations-added': 'warning',
  'pages-changed': 'bad',
  'not-comparable': 'warning',
} satisfies Record<Comparison['result'], ui.Mood | undefined>;

function one(
  { signer, signedAt, digestValid, certificate, certificateFindings }: SignatureFinding,
  { judged, title, reader }: { judged: SignatureJudgement | undefined; title: string; reader: Reader },
): Html {
  const say = findingsWords[reader.language];
  return html`<p><strong>${title}</strong></p>${ui.facts([
    [say.signer, signer ?? say.unknown],
    [say.signedAt, ui.time(signedAt === null ? null : new Date(signedAt), reader, { seconds: true })],
    [say.intact, digestValid ? say.isIntact : say.isNotIntact],
    ...(judged === undefined ? [] : judgedFacts(judged, reader)),
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
            html`${ui.time(new Date(certificate.validFrom), reader)} – ${ui.time(new Date(certificate.validTo), reader)}`,
          ],
        ] as const)),
  ])}`;
}

const moodsOfJudgement = {
  passed: 'good',
  indeterminate: 'warning',
  failed: 'bad',
} satisfies Record<JudgementStatus, ui.Mood>;

/** So many signatures are told without asking for more. */
const shownInShort = 3;

/** Who signed, at which level, known since when. */
function judgedInShort({ items }: Judgement, reader: Reader): Html {
  const say = findingsWords[reader.language];
  const signatures = items.filter(({ kind }) => kind === 'signature');
  return html`${signatures
    .slice(0, shownInShort)
    .map(
      (item) =>
        html`<p>${ui.badge(moodsOfJudgement[item.status], say.judged[item.status])} ${item.signer ?? say.unknown}, ${say.levels[item.level]}, ${say.knownSince[item.existedBy]} ${ui.time(new Date(item.existedAt), reader)}${
          item.status !== 'passed' && html`<br>${judgementSentence(item, reader.language)}`
        }</p>`,
    )}`;
}

function judgedFacts(judged: SignatureJudgement, reader: Reader): (readonly [string, HtmlPart])[] {
  const say = findingsWords[reader.language];
  const { status, subIndication, about, chain, anchor, format } = judged;
  const sentence = judgementSentence(judged, reader.language);
  return [
    [
      say.judgement,
      html`${ui.badge(moodsOfJudgement[status], say.judged[status])}${subIndication !== null && html` <code>${subIndication}</code>`}`,
    ],
    ...(sentence === null
      ? []
      : ([
          [say.why, html`${sentence} ${about.at !== null && ui.time(new Date(about.at), reader)}`],
        ] as const)),
    ...(format === null ? [] : ([[say.format, format]] as const)),
    ...(chain.length === 0 ? [] : ([[say.chain, chain.join(' → ')]] as const)),
    ...(anchor === null ? [] : ([[say.anchor, anchor]] as const)),
  ];
}
