import { colon, dayText, failureText, fileSize, type Language, zonedTime } from '@campus/pages';
import type { SealedEntry } from '../../chain/verify-chain.ts';
import type { KeptDeposit, Proof } from '../../data/evidence.ts';
import type { SignableRecord } from '../../data/whole-record.ts';
import { callFailureOf, callMessages } from '../../deliveries/call-failure.ts';
import type { Block, Line, Row, Sheet } from '../../evidence/sheet.ts';
import { type SignatureFinding, storedFindings } from '../../pdf/inspect.ts';
import { judgement, type SignatureJudgement } from '../../trust/judgement.ts';
import { judgementSentence } from '../../trust/judgement-words.ts';
import { fieldsShownIn } from '../../wire/registration-fields.ts';
import { actorName, type KnownActors } from '../said/actor-text.ts';
import { findingsWords } from '../said/findings-words.ts';
import { historyDetail } from '../said/history-detail.ts';
import { nameOf } from '../said/record-name.ts';
import { kindWords, recordWords } from '../said/record-words.ts';
import { certificateWords } from './certificate-words.ts';

/** A document in a package. */
interface PackagedDocument {
  /** In the package. */
  path: string;
  sha256: string;
  size: number;
  /** Null of a registered one. */
  deposit: KeptDeposit | null;
}

/** What a certificate speaks of. */
interface Certified {
  record: SignableRecord;
  documents: PackagedDocument[];
  /** The newest of its history, in their order. */
  entries: SealedEntry[];
  /** How many there are in all. */
  allEntries: number;
  /** Parts of the chain that prove them. */
  proofs: Proof[];
  actors: KnownActors;
  madeAt: Date;
}

/** For whom a certificate is made. */
export interface CertificateReader {
  language: Language;
  timeZone: string;
}

/** The certificate of a record: what was registered, who signed when, which documents there are, what happened. */
export function certificateOf(certified: Certified, reader: CertificateReader): Sheet {
  const { record, documents, entries, allEntries, proofs, actors, madeAt } = certified;
  const { language } = reader;
  const say = certificateWords[language];
  const when = zonedTime(reader);
  const made = say.made(when(madeAt));
  const heading = (text: string): Block => ({ kind: 'heading', text });
  const text = (words: string): Block => ({ kind: 'text', text: words });
  const rows = (list: Row[]): Block => ({ kind: 'rows', rows: list });
  return {
    language,
    title: say.title,
    subtitle: `${nameOf(record, language)} · ${made}`,
    foot: `${kindWords[language].one[record.kind]} ${record.number} · ${made}`,
    pageOf: say.pageOf,
    blocks: [
      text(say.meaning),
      heading(say.facts),
      rows(factRows(record, { language, when })),
      ...(record.signatories.length === 0
        ? []
        : [heading(say.signatories), rows(signatoryRows(record, { language, when }))]),
      heading(say.documents),
      documents.length === 0
        ? text(say.noDocuments)
        : rows(documents.map((document) => documentRow(document, { language, when, actors }))),
      heading(say.history),
      ...(entries.length < allEntries ? [text(say.onlyNewest(entries.length, allEntries))] : []),
      rows(
        entries.map((entry) => ({
          label: when(new Date(entry.at)),
          lines: entryLines(entry, { language, when, actors }),
        })),
      ),
      heading(say.seal),
      text(say.sealing),
      ...wholeness(entries, allEntries, language).map(text),
      rows(proofs.map((proof) => proofRow(proof, { language, when }))),
      heading(say.check),
      text(say.checking),
    ],
  };
}

interface Saying {
  language: Language;
  when: (instant: Date) => string;
}

function factRows(record: SignableRecord, { language, when }: Saying): Row[] {
  const say = certificateWords[language];
  const { kind, number, state, round, title, watchers, createdAt, signedOutside } = record;
  const ofRecord = recordWords[language];
  const facts: [label: string, ...texts: string[]][] = [
    [say.kind, `${kindWords[language].one[kind]} ${number}`],
    [say.state, say.states[state], ...(signedOutside ? [say.signedOutside] : [])],
    [say.titleOfDocument, title],
    ...fieldsShownIn('record').map(({ name, label }): [string, string] => [
      label[language],
      record[name] ?? '',
    ]),
    [ofRecord.watchers, ...watchers],
    [ofRecord.registered, when(createdAt)],
    [ofRecord.round, round === 0 ? '' : String(round)],
  ];
  return facts
    .map(([label, ...texts]) => ({ label, lines: texts.filter((text) => text !== '').map(asText) }))
    .filter(({ lines }) => lines.length > 0);
}

function signatoryRows({ signatories }: SignableRecord, { language, when }: Saying): Row[] {
  const say = certificateWords[language];
  return signatories.map(({ givenName, name, mail, order, signatureDate, submissionDate }) => ({
    label: `${givenName} ${name}`,
    lines: [
      asText(`${mail} · ${say.place(order)}`),
      ...(signatureDate === null ? [quiet(say.noDate)] : [asText(say.signedAt(when(signatureDate)))]),
      ...(submissionDate === null ? [] : [quiet(say.reportedAt(when(submissionDate)))]),
    ],
  }));
}

function documentRow(
  { path, sha256, size, deposit }: PackagedDocument,
  { language, when, actors }: Saying & { actors: KnownActors },
): Row {
  const say = recordWords[language];
  const stored: Line[] = [
    quiet(fileSize(size, language)),
    { text: certificateWords[language].hash(sha256), as: 'code' },
  ];
  if (deposit === null)
    return { label: path, lines: [{ text: say.registeredDocument, as: 'strong' }, ...stored] };
  const { version, round, depositedAt, actor, supersededSha256 } = deposit;
  return {
    label: path,
    lines: [
      { text: `${say.signedDocument(version)} · ${say.detail.round(round)}`, as: 'strong' },
      quiet(`${when(depositedAt)} · ${actorName(actor, { actors, language })}`),
      ...stored,
      ...(supersededSha256 === null
        ? []
        : [asText(`${say.superseded}. ${say.beginsWith}`), { text: supersededSha256, as: 'code' as const }]),
      ...findingLines(deposit, { language, when }),
    ],
  };
}

/** Of which entries it is proved that none was left out: up to the newest that has a number. */
function wholeness(entries: readonly SealedEntry[], allEntries: number, language: Language): string[] {
  const say = certificateWords[language];
  const { link, position } = entries.findLast((entry) => entry.link !== null) ?? { link: null, position: 0 };
  const count = link?.ordinal ?? 0;
  return [
    ...(count > 0 ? [say.whole(count, position)] : []),
    ...(count < allEntries ? [say.unnumbered(allEntries - count)] : []),
  ];
}

function proofRow({ to, stamp }: Proof, { language, when }: Saying): Row {
  const say = certificateWords[language];
  return {
    label: say.head(to.position),
    lines: [
      { text: to.hash, as: 'code' },
      stamp === null ? quiet(say.noStamp) : asText(say.stamped(when(stamp.at), stamp.authority)),
    ],
  };
}

/** The findings of a file, first in a sentence or two, then signature by signature. */
function findingLines(stored: KeptDeposit, { language, when }: Saying): Line[] {
  const { count, items, wholeFileCovered, beginsWithRegisteredDocument, comparison } = storedFindings.parse(
    stored.signatures,
  );
  const judged = judgement.nullable().parse(stored.judgement);
  const say = findingsWords[language];
  const broken = items.filter(({ digestValid }) => !digestValid).length;
  const inAll =
    count === 0 ? say.none : broken === 0 ? say.allIntact(count) : say.someNotIntact(count, broken);
  const origin = !beginsWithRegisteredDocument
    ? say.anotherDocument
    : comparison === null
      ? say.notCompared
      : say.comparison[comparison.result](comparison.pages);
  return [
    asText(inAll),
    ...(count > 0 && !wholeFileCovered ? [asText(say.appended)] : []),
    asText(origin),
    ...(items.length < count ? [quiet(say.notAll(items.length))] : []),
    ...items.flatMap((item, index) => [
      ...signatureLines(item, say.signature(index + 1), { language, when }),
      ...judgementLines(judged?.items[index], { language, when }),
    ]),
    ...(count > 0 && judged !== null ? [quiet(say.judgedMeans)] : []),
  ];
}

function signatureLines(
  { signer, signedAt, digestValid, certificate }: SignatureFinding,
  name: string,
  { language, when }: Saying,
): Line[] {
  const say = findingsWords[language];
  const facts = [
    [say.signer, signer ?? say.unknown],
    [say.signedAt, signedAt === null ? '–' : when(new Date(signedAt))],
    [say.intact, digestValid ? say.isIntact : say.isNotIntact],
    ...(certificate === null
      ? []
      : [
          [say.certificate, certificate.subject],
          [say.issuer, certificate.issuer],
        ]),
  ];
  return [asText(name), ...facts.map(([label, text]) => quiet(`${label}${colon(language)}${text}`))];
}

/** What is to be believed of a signature, why, and since when it is known. */
function judgementLines(judged: SignatureJudgement | undefined, { language, when }: Saying): Line[] {
  if (judged === undefined) return [];
  const say = findingsWords[language];
  const { status, subIndication, level, existedAt, existedBy, chain, anchor } = judged;
  const why = judgementSentence(judged, language);
  const known = `${say.knownSince[existedBy]} ${when(new Date(existedAt))}`;
  const facts = [
    [say.judgement, [say.judged[status], subIndication ?? say.levels[level], known].join(', ')],
    ...(why === null ? [] : [[say.why, why]]),
    ...(chain.length === 0 ? [] : [[say.chain, chain.join(', ')]]),
    ...(anchor === null ? [] : [[say.anchor, anchor]]),
  ];
  return facts.map(([label, text]) => quiet(`${label}${colon(language)}${text}`));
}

const asText = (text: string): Line => ({ text });
const quiet = (text: string): Line => ({ text, as: 'quiet' });

/** What an entry of the history says on paper: what happened, by whom, and what is known beside it. */
function entryLines(
  { event, actor, detail, position, hash, link }: SealedEntry,
  saying: Saying & { actors: KnownActors },
): Line[] {
  const { language, actors } = saying;
  const names: Record<string, string> = recordWords[language].events;
  return [
    { text: names[event] ?? event, as: 'strong' },
    ...factLines(JSON.parse(detail), saying),
    quiet(
      `${actorName(actor, { actors, language })} · ${certificateWords[language].entry(position, link?.ordinal)}`,
    ),
    { text: hash, as: 'code' },
  ];
}

function factLines(stored: unknown, { language, when }: Saying): Line[] {
  const say = recordWords[language].detail;
  const detail = historyDetail(stored);
  const { round, version, mail, signatureDate, date, replaced, reference, due, attempts, reason, setAside } =
    detail;
  const failure = callFailureOf(detail);
  const labelled = (label: string, text: string) => `${label}${colon(language)}${text}`;
  const instant = (date: Date | null | undefined) => (date ? when(date) : '–');
  const facts = [
    version !== undefined && say.version(version),
    round !== undefined && say.round(round),
    mail !== undefined && labelled(mail, instant(signatureDate ?? date)),
    replaced !== undefined && `${say.replaced} ${instant(replaced.signatureDate)}`,
    reference !== undefined && (reference === null ? say.noReference : labelled(say.reference, reference)),
    due !== undefined && (due === null ? say.noDue : `${say.due} ${dayText(due, language)}`),
    attempts !== undefined && say.attempts(attempts),
    setAside && say.setAside(setAside.round),
  ].filter((fact) => typeof fact === 'string');
  const sha256 = (stored as { sha256?: unknown }).sha256;
  return [
    ...(facts.length === 0 ? [] : [{ text: facts.join(', ') }]),
    ...(reason === undefined ? [] : [{ text: labelled(say.reason, reason) }]),
    ...(failure === null ? [] : [{ text: failureText(callMessages[failure.code], failure, language) }]),
    ...(typeof sha256 === 'string'
      ? [{ text: certificateWords[language].hash(sha256), as: 'code' as const }]
      : []),
  ];
}
