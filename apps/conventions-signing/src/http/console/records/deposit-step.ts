import { badge, type Html, html } from '@campus/pages';
import type { DepositRecord, SignableRecord } from '../../../data/whole-record.ts';
import { storedFindings } from '../../../pdf/inspect.ts';
import { judgement } from '../../../trust/judgement.ts';
import { signedDocumentAddress } from '../../addresses.ts';
import type { KnownActors } from '../../said/actor-text.ts';
import { pdfLink } from '../../said/pdf-link.ts';
import { recordWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';
import { byWhom } from './by-whom.ts';
import { findingsOf } from './findings.ts';
import { stepWords } from './step-words.ts';
import type { Step } from './steps.ts';

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
      isSuperseded && html` ${badge('bad', recordWords[reader.language].superseded)}`
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
