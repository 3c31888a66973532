import { formText, visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import express, { type Router } from 'express';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { formatContractDate } from '../../../domain/contract-date.ts';
import {
  type ReceivedPdf,
  type SignableKind,
  type SignableRef,
  signableKinds,
} from '../../../domain/signable.ts';
import { SigningError } from '../../../signing/errors.ts';
import type { DateEntry } from '../../../signing/record-signature-dates.ts';
import { signOutside } from '../../../signing/sign-outside.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { outsideDates, outsideReason } from '../../../wire/inputs.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { problems } from '../../problems.ts';
import { pdfIn } from '../../receive/receive-multipart.ts';
import { route } from '../../route.ts';
import { nameOf } from '../../said/record-name.ts';
import { breadcrumbsTo, recordIn } from '../frame/record-in.ts';
import { requireRight } from '../frame/require-right.ts';
import { askingOf, type Reader } from '../session/reader.ts';
import { problemsOf } from './field-problems.ts';
import { formWords } from './form-words.ts';
import { parseStanding, standingField } from './hidden-fields.ts';
import { type FormDeps, type FormVisit, type ReceivedForm, withForm } from './receive-form.ts';
import { pdfField } from './registration-form.ts';

type Signatory = SignableRecord['signatories'][number];

interface Shown {
  /** By the name of the field. */
  typed?: Readonly<Record<string, string>>;
  problems?: ui.Problems;
  problem?: string;
  status?: number;
}

/** Records that a document was signed on paper or in another product: when by whom, why, and the scan if there is one. */
export function signedOutsideRoutes(deps: FormDeps): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  for (const kind of signableKinds) {
    const run = visitsWith({ ...deps, kind });
    route(router, `/${segments[kind]}/:id/signed-outside`, {
      get: [right, run(open)],
      post: [right, run(receive)],
    });
  }
  return router;
}

type OfKind = FormVisit & { kind: SignableKind };

async function open(visit: OfKind): Promise<void> {
  const { record } = await recordIn(visit);
  if (record.state === 'signed') throw new SigningError('already_signed', 'it is signed already');
  show(visit, record, {});
}

async function receive(visit: OfKind): Promise<void> {
  const { ref, record } = await recordIn(visit);
  await withForm(visit, (form) => save(visit, { ref, record, form }));
}

async function save(
  visit: OfKind,
  { ref, record, form }: { ref: SignableRef; record: SignableRecord; form: ReceivedForm },
): Promise<void> {
  const { uploads, response, reader } = visit;
  const { language } = reader;
  const expected = parseStanding(formText(form, 'standing'));
  const typed = Object.fromEntries(
    ['reason', sameDateField, ...record.signatories.map(dateField)].map((name) => [
      name,
      formText(form, name).trim(),
    ]),
  );
  const checked = checkOutside(typed, record.signatories, reader);
  if (checked.problems !== undefined)
    return show(visit, record, { typed, problems: checked.problems, status: 400 });
  try {
    if (expected === undefined) throw new SigningError('changed_meanwhile', 'the form names no standing');
    const asking = askingOf(reader);
    const write = async (signed?: ReceivedPdf) => {
      await signOutside(visit, { ref, ...checked, signed, ...asking, expected });
    };
    if (form.files.has('doc')) await uploads.inMemory.run(asking.actor, async () => write(await pdfIn(form)));
    else await write();
  } catch (error) {
    if (!(error instanceof SigningError) || error.code === 'signable_not_found') throw error;
    const sentence = problems[error.code].text[language];
    const isAboutScan = error.problems.some(({ pointer }) => pointer === '/doc');
    const wrong = isAboutScan ? { problems: { doc: [sentence] } } : { problem: sentence };
    // What the form was made for may have gone: the new one is made for what is there now.
    const { record: now } = await recordIn(visit);
    return show(visit, now, { typed, ...wrong, status: isAboutScan ? 400 : 409 });
  }
  response.redirect(303, recordAddress(ref, 'signed-outside'));
}

function show(
  { reader: { language, timeZone }, csrf, answer }: OfKind,
  record: SignableRecord,
  { typed, problems = {}, problem, status }: Shown,
): void {
  const say = formWords[language];
  const address = recordAddress(record);
  const dates = record.signatories.map((signatory) => {
    const name = dateField(signatory);
    const { givenName, name: familyName, signatureDate } = signatory;
    return ui.textField({
      name,
      label: `${signatory.order}. ${givenName} ${familyName}`,
      type: 'date',
      value: typed?.[name] ?? (signatureDate === null ? '' : localDay(signatureDate, timeZone)),
      help: signatureDate === null ? undefined : say.dateKept,
      errors: problems[name],
    });
  });
  const main = html`${ui.hasProblems(problems) && ui.notice('bad', html`<p>${say.correct}</p><p>${say.chooseAgain}</p>`)}
${problem !== undefined && ui.notice('bad', problem)}
<p>${say.signedOutsideMeans}</p>
<form class="sheet"${ui.fileFormAttributes({ action: recordActionAddress(record, 'signed-outside'), language })}>${csrf()}${standingField(record)}
${ui.textField({ name: 'reason', label: say.reason, help: say.reasonHelp, required: true, value: typed?.reason, errors: problems.reason })}
<h2>${say.dates}</h2>
<p class="help">${say.datesHelp(timeZone)}</p>
${
  record.signatories.length > 1 &&
  ui.textField({
    name: sameDateField,
    label: say.sameDate,
    help: say.sameDateHelp,
    type: 'date',
    value: typed?.[sameDateField],
    errors: problems[sameDateField],
  })
}
${dates}
${pdfField({ label: say.scan, help: say.scanHelp, required: false, errors: problems.doc }, language)}
<p class="row">${ui.submitButton(say.record)}${ui.backLink(address, language)}</p>
</form>`;
  const page = {
    title: say.signedOutsideTitle(nameOf(record, language)),
    breadcrumbs: breadcrumbsTo(record, language),
    main,
    scripts: ['send-form.js'],
  };
  answer(page, status);
}
function dateField({ position }: Signatory): string {
  return `date-${position}`;
}

/** The field whose day counts for all whose own field is empty. */
const sameDateField = 'date-all';

/**
 * Reason and dates by the rules of the API, or what is wrong with them. Paper has a day and no time, and nobody may
 * know whose signature is of which.
 */
function checkOutside(
  typed: Readonly<Record<string, string>>,
  signatories: Signatory[],
  { language, timeZone, now }: Pick<Reader, 'language' | 'timeZone' | 'now'>,
): { reason: string; entries: DateEntry[]; problems?: never } | { problems: ui.Problems } {
  const say = formWords[language];
  const problems: Record<string, string[]> = {};
  const dayIn = (name: string): Date | undefined => {
    const text = typed[name] ?? '';
    if (text === '') return undefined;
    const instant = instantOfDay(text, { timeZone, now });
    if (instant instanceof Date) return instant;
    problems[name] = [instant === 'future' ? say.inFuture : say.noSuchDay];
    return undefined;
  };
  const ofAll = dayIn(sameDateField);
  const dates: unknown[] = [];
  for (const signatory of signatories) {
    const { mail, order, signatureDate: recorded } = signatory;
    const name = dateField(signatory);
    const text = typed[name] ?? '';
    // A field shows days: what was not touched stays as it is, to the millisecond.
    if (recorded !== null && (text === '' || text === localDay(recorded, timeZone))) continue;
    const instant = text === '' ? ofAll : dayIn(name);
    if (instant !== undefined) dates.push({ mail, order, signatureDate: formatContractDate(instant) });
  }
  const reason = outsideReason.safeParse(typed.reason);
  Object.assign(problems, problemsOf(reason.error?.issues ?? [], { language, base: ['reason'] }));
  if (!reason.success || ui.hasProblems(problems)) return { problems };
  return { reason: reason.data, entries: outsideDates.parse(dates) };
}

/** The day of an instant where the institution is: `2026-11-21`. */
function localDay(instant: Date, timeZone: string): string {
  return ui.localDateTime(instant, timeZone).slice(0, 10);
}

/**
 * An instant that stands for a day: its noon, which is on the same day in most of the world; of today what has
 * passed already. `future` for a day that is still to come, undefined for a text that is no day.
 */
function instantOfDay(
  text: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Date | 'future' | undefined {
  const noon = ui.instantOfLocal(`${text}T12:00`, timeZone);
  if (noon === null) return undefined;
  const today = localDay(now, timeZone);
  if (text === today) return now;
  return text > today ? 'future' : noon;
}
