import { html, instantOfLocal, localDateTime, notice, submitButton, textField } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { personActor } from '../../../data/history.ts';
import type { SignableRecord } from '../../../data/signables.ts';
import { formatContractDate } from '../../../signing/contract-date.ts';
import { SigningError } from '../../../signing/errors.ts';
import type { DateEntry } from '../../../signing/record-signature-dates.ts';
import { signOutside } from '../../../signing/sign-outside.ts';
import type { ReceivedPdf, SignableKind, SignableRef } from '../../../signing/signable.ts';
import { type Parts, pdfIn } from '../../receive-multipart.ts';
import { outsideDates, outsideReason } from '../../wire/inputs.ts';
import { segments } from '../../wire/words.ts';
import { formText } from '../actions/form-texts.ts';
import { outcomeAddress } from '../actions/outcome.ts';
import { recordIn } from '../actions/record-in.ts';
import { parseStanding, standingField } from '../actions/standing-field.ts';
import { nameOf, trailTo } from '../actions/trail.ts';
import { recordAddress } from '../addresses.ts';
import type { ConsoleDeps } from '../console-routes.ts';
import { errorWords } from '../error-words.ts';
import { type Reader, readerOf } from '../reader.ts';
import { requireRight } from '../require-right.ts';
import { type Problems, problemsOf } from './field-problems.ts';
import { formWords } from './form-words.ts';
import { withForm } from './receive-form.ts';
import { backLink, formAttributes, pdfField } from './registration-form.ts';

type Signatory = SignableRecord['signatories'][number];

interface Shown {
  /** By the name of the field. */
  typed?: Readonly<Record<string, string>>;
  problems?: Problems;
  problem?: string;
  status?: number;
}

/** Records that a document was signed on paper or in another product: when by whom, why, and the scan if there is one. */
export function signedOutsideRoutes(deps: ConsoleDeps): Router {
  const { people } = deps;
  const router = express.Router();
  const right = requireRight(people, 'send');
  for (const kind of ['agreement', 'amendment'] as const) {
    router
      .route(`/${segments[kind]}/:id/signed-outside`)
      .get(right, async (request, response) => {
        show(request, response, await openRecord(request, kind), {});
      })
      .post(right, async (request, response) => {
        const { ref, record } = await recordIn(deps, request, kind);
        await withForm(deps, { request, response }, (parts) =>
          save(request, response, { ref, record, parts }),
        );
      });
  }
  return router;

  async function openRecord(request: Request, kind: SignableKind): Promise<SignableRecord> {
    const { record } = await recordIn(deps, request, kind);
    if (record.state === 'signed') throw new SigningError('already_signed', 'it is signed already');
    return record;
  }

  async function save(
    request: Request,
    response: Response,
    { ref, record, parts }: { ref: SignableRef; record: SignableRecord; parts: Parts },
  ): Promise<void> {
    const reader = readerOf(deps, request);
    const { language } = reader;
    const expected = parseStanding(formText(request, 'standing'));
    const typed = Object.fromEntries(
      ['reason', ...record.signatories.map(dateField)].map((name) => [name, formText(request, name)]),
    );
    const checked = checkOutside(typed, record.signatories, reader);
    if (checked.problems !== undefined) {
      show(request, response, record, { typed, problems: checked.problems, status: 400 });
      return;
    }
    try {
      if (expected === undefined) throw new SigningError('changed_meanwhile', 'the form names no standing');
      const write = async (signed?: ReceivedPdf) => {
        const actor = personActor(reader.account);
        await signOutside(deps, { ref, ...checked, signed, actor, expected });
      };
      if (parts.files.has('doc')) await deps.uploads.inMemory(async () => write(await pdfIn(parts)));
      else await write();
    } catch (error) {
      if (!(error instanceof SigningError) || error.code === 'signable_not_found') throw error;
      const sentence = errorWords[error.code][language];
      const isAboutScan = error.problems.some(({ pointer }) => pointer === '/doc');
      const wrong = isAboutScan ? { problems: { doc: [sentence] } } : { problem: sentence };
      // What the form was made for may have gone: the new one is made for what is there now.
      const { record: now } = await recordIn(deps, request, ref.kind);
      show(request, response, now, { typed, ...wrong, status: isAboutScan ? 400 : 409 });
      return;
    }
    response.redirect(303, outcomeAddress(ref, 'signed-outside'));
  }

  function show(
    request: Request,
    response: Response,
    record: SignableRecord,
    { typed, problems = {}, problem, status = 200 }: Shown,
  ): void {
    const { language, timeZone } = readerOf(deps, request);
    const say = formWords[language];
    const address = recordAddress(record);
    const dates = record.signatories.map((signatory) => {
      const name = dateField(signatory);
      const { givenName, name: familyName, signatureDate } = signatory;
      return textField({
        name,
        label: `${signatory.order}. ${givenName} ${familyName}`,
        type: 'datetime-local',
        value: typed?.[name] ?? (signatureDate === null ? '' : localDateTime(signatureDate, timeZone)),
        errors: problems[name],
        required: true,
      });
    });
    const hasProblems = Object.keys(problems).length > 0;
    const main = html`${hasProblems && notice('bad', html`<p>${say.correct}</p><p>${say.chooseAgain}</p>`)}
${problem !== undefined && notice('bad', problem)}
<p>${say.signedOutsideMeans}</p>
<form class="sheet" ${formAttributes(`${address}signed-outside/`, language)}>${people.csrfField(request, response)}${standingField(record)}
${textField({ name: 'reason', label: say.reason, help: say.reasonHelp, required: true, value: typed?.reason, errors: problems.reason })}
<h2>${say.dates}</h2>
<p class="help">${say.datesHelp(timeZone)}</p>
${dates}
${pdfField({ label: say.scan, help: say.scanHelp, required: false, errors: problems.doc }, language)}
<p class="row">${submitButton(say.record)}${backLink({ text: say.cancel, href: address })}</p>
</form>`;
    const page = {
      title: say.signedOutsideTitle(nameOf(record, language)),
      breadcrumbs: trailTo(record, language),
      main,
      scripts: ['send-form.js'],
    };
    people.send(request, response, page, { status });
  }
}

function dateField({ position }: Signatory): string {
  return `date-${position}`;
}

/** Reason and dates by the rules of the API, or what is wrong with them. On a page every signatory has a date. */
function checkOutside(
  typed: Readonly<Record<string, string>>,
  signatories: Signatory[],
  { language, timeZone }: Pick<Reader, 'language' | 'timeZone'>,
): { reason: string; entries: DateEntry[]; problems?: never } | { problems: Problems } {
  const say = formWords[language];
  const problems: Record<string, string[]> = {};
  const dates: unknown[] = [];
  for (const signatory of signatories) {
    const { mail, order, signatureDate } = signatory;
    const name = dateField(signatory);
    const text = typed[name] ?? '';
    // A field shows minutes: what was not touched keeps its seconds.
    const isSame = signatureDate !== null && text === localDateTime(signatureDate, timeZone);
    const instant = isSame ? signatureDate : instantOfLocal(text, timeZone);
    if (instant === null) problems[name] = [text === '' ? say.required : say.noSuchTime];
    else dates.push({ mail, order, signatureDate: formatContractDate(instant) });
  }
  const reason = outsideReason.safeParse(typed.reason);
  Object.assign(problems, problemsOf(reason.error?.issues ?? [], { language, base: ['reason'] }));
  if (!reason.success || Object.keys(problems).length > 0) return { problems };
  return { reason: reason.data, entries: outsideDates.parse(dates) };
}
