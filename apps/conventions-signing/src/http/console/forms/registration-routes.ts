import { formText } from '@campus/accounts';
import { html, type Link, type Problems } from '@campus/pages';
import express, { type Router } from 'express';
import { findRegisteredDocument, readDocument } from '../../../data/documents.ts';
import { personActor } from '../../../data/history.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { SigningError } from '../../../signing/errors.ts';
import { register } from '../../../signing/register.ts';
import { replaceDraft } from '../../../signing/replace-draft.ts';
import {
  type ReceivedPdf,
  type Registration,
  type SignableKind,
  type SignableRef,
  signableKinds,
} from '../../../signing/signable.ts';
import {
  addresses,
  listAddress,
  newAmendmentAddress,
  recordActionAddress,
  recordAddress,
  segments,
} from '../../addresses.ts';
import { pdfIn } from '../../receive/receive-multipart.ts';
import { route } from '../../route.ts';
import { errorWords } from '../errors/error-words.ts';
import { recordIn } from '../records/record-in.ts';
import { type Named, nameOf } from '../records/record-name.ts';
import { breadcrumbsTo, listLink } from '../session/breadcrumbs.ts';
import { visitsWith } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';
import { formWords } from './form-words.ts';
import { onceField, requestKeyOf } from './once-field.ts';
import { type FormDeps, type FormVisit, type ReceivedForm, withForm } from './receive-form.ts';
import { registrationForm, rowsButtonName } from './registration-form.ts';
import { parseStanding, standingField } from './standing-field.ts';
import {
  checkRegistration,
  emptyRegistration,
  emptySignatory,
  type TypedRegistration,
  typedFrom,
  typedRegistrationIn,
} from './typed-registration.ts';

/** Where a form of registration is, what it does, and what it is called. */
interface FormPage {
  title: string;
  breadcrumbs: readonly Link[];
  action: string;
  back: string;
  /** Where the draft stood that is edited; absent: a new record. */
  draft?: Standing;
}

interface Shown {
  typed: TypedRegistration;
  problems?: Problems;
  problem?: string;
  status?: number;
}

/**
 * The forms of a new agreement, of a new amendment to one, and of a draft that is edited. The rules are those of the
 * API; what was typed is kept when something is wrong with it.
 */
export function registrationRoutes(deps: FormDeps): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const run = visitsWith(deps);
  route(router, `/${segments.agreement}/new`, {
    get: [right, run(showNewAgreement)],
    post: [right, run(addAgreement)],
  });
  route(router, `/${segments.agreement}/:id/${segments.amendment}/new`, {
    get: [right, run(showNewAmendment)],
    post: [right, run(addAmendment)],
  });
  for (const kind of signableKinds) {
    const runOfKind = visitsWith({ ...deps, kind });
    route(router, `/${segments[kind]}/:id/edit`, {
      get: [right, runOfKind(showDraft)],
      post: [right, runOfKind(saveDraft)],
    });
  }
  return router;
}

function showNewAgreement(visit: FormVisit): void {
  show(visit, newAgreement(visit), { typed: emptyRegistration });
}

function addAgreement(visit: FormVisit): Promise<void> {
  return withForm(visit, (form) =>
    save(visit, { page: newAgreement(visit), form }, (registration) => add(visit, { form, registration })),
  );
}

async function showNewAmendment(visit: FormVisit): Promise<void> {
  const { record } = await recordIn({ ...visit, kind: 'agreement' });
  const typed = typedFrom(record);
  const texts = { ...typed.texts, title: '', reference: '' };
  show(visit, newAmendment(visit, record), { typed: { ...typed, texts } });
}

async function addAmendment(visit: FormVisit): Promise<void> {
  const { ref: agreement, record } = await recordIn({ ...visit, kind: 'agreement' });
  await withForm(visit, (form) =>
    save(visit, { page: newAmendment(visit, record), form }, (registration) =>
      add(visit, { form, registration, agreement }),
    ),
  );
}

async function showDraft(visit: FormVisit & { kind: SignableKind }): Promise<void> {
  const { record } = await recordIn(visit);
  if (record.state !== 'draft') throw new SigningError('not_a_draft', 'only a draft can be edited');
  show(visit, draftPage(visit, record, record), { typed: typedFrom(record) });
}

async function saveDraft(visit: FormVisit & { kind: SignableKind }): Promise<void> {
  const { ref, record } = await recordIn(visit);
  await withForm(visit, (form) => {
    const expected = parseStanding(formText(form, 'standing'));
    if (expected === undefined) throw new SigningError('changed_meanwhile', 'the form names no standing');
    const page = draftPage(visit, record, expected);
    return save(visit, { page, form, kept: ref }, async (registration) => {
      await replaceDraft(visit, { ref, registration, actor: personActor(visit.reader.account), expected });
      return recordAddress(ref, 'replaced');
    });
  });
}

async function add(
  visit: FormVisit,
  added: { form: ReceivedForm; registration: Registration; agreement?: SignableRef },
): Promise<string> {
  const { form, registration, agreement } = added;
  const { account } = visit.reader;
  const number = await register(visit, {
    agreement,
    registration,
    actor: personActor(account),
    key: requestKeyOf(visit.request, account, { form }),
    show: (record) => record.number,
  });
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  return recordAddress({ kind, number }, 'registered');
}

/** Adds or removes a row, shows what is wrong, or has the registration written and leads to where that says. */
async function save(
  visit: FormVisit,
  { page, form, kept }: { page: FormPage; form: ReceivedForm; kept?: SignableRef },
  write: (registration: Registration) => Promise<string>,
): Promise<void> {
  const { response, uploads } = visit;
  const { language, account } = visit.reader;
  const typed = typedRegistrationIn(form);
  const rows = formText(form, rowsButtonName);
  if (rows !== '') {
    const signatories = changeRows(typed.signatories, rows);
    return show(visit, page, { typed: { ...typed, signatories } });
  }
  const checked = checkRegistration(typed, language);
  const isMissing = kept === undefined && !form.files.has('doc');
  if (checked.problems !== undefined || isMissing) {
    const problems = { ...checked.problems, ...(isMissing && { doc: [formWords[language].chooseFile] }) };
    return show(visit, page, { typed, problems, status: 400 });
  }
  const { metadata, own } = checked;
  try {
    const address = await uploads.inMemory.run(personActor(account), async () => {
      const pdf =
        kept === undefined || form.files.has('doc') ? await pdfIn(form) : await registered(visit, kept);
      return write({ metadata, own, pdf });
    });
    response.redirect(303, address);
  } catch (error) {
    if (!(error instanceof SigningError) || error.code === 'signable_not_found') throw error;
    const sentence = errorWords[error.code][language];
    const field = fieldOf[error.code];
    const wrong = field === undefined ? { problem: sentence } : { problems: { [field]: [sentence] } };
    show(visit, page, { typed, ...wrong, status: field === undefined ? 409 : 400 });
  }
}

/** The document of a draft that only its texts are changed of. */
async function registered({ db }: FormDeps, ref: SignableRef): Promise<ReceivedPdf> {
  const document = await findRegisteredDocument(db, ref);
  if (document === null) throw new SigningError('changed_meanwhile', 'the document has gone meanwhile');
  const bytes = new Uint8Array(document.size);
  let offset = 0;
  for await (const piece of readDocument(db, document)) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return { bytes, sha256: document.sha256, pointer: '/doc' };
}

function show(
  { reader: { language }, csrf, answer }: FormVisit,
  { title, breadcrumbs, action, back, draft }: FormPage,
  { typed, problems = {}, problem, status }: Shown,
): void {
  const fields = html`${csrf()}${draft === undefined ? onceField() : standingField(draft)}`;
  const main = registrationForm(
    { typed, problems, problem, fields, action, keepsDocument: draft !== undefined, back },
    language,
  );
  answer({ title, breadcrumbs, main, scripts: ['form-rows.js', 'send-form.js'] }, status);
}

function newAgreement({ reader: { language } }: FormVisit): FormPage {
  return {
    title: formWords[language].newAgreement,
    breadcrumbs: [listLink('agreement', language)],
    action: addresses.newAgreement,
    back: listAddress('agreement'),
  };
}

function newAmendment({ reader: { language } }: FormVisit, agreement: Named): FormPage {
  return {
    title: formWords[language].newAmendment(nameOf(agreement, language)),
    breadcrumbs: breadcrumbsTo(agreement, language),
    action: newAmendmentAddress(agreement),
    back: recordAddress(agreement),
  };
}

function draftPage({ reader: { language } }: FormVisit, record: Named, draft: Standing): FormPage {
  return {
    title: formWords[language].editTitle(nameOf(record, language)),
    breadcrumbs: breadcrumbsTo(record, language),
    action: recordActionAddress(record, 'edit'),
    back: recordAddress(record),
    draft,
  };
}

/** Which field a refusal of the use case is about; of the others none is. */
const fieldOf: Partial<Record<SigningError['code'], string>> = {
  not_a_pdf: 'doc',
  encrypted_pdf: 'doc',
  pdf_too_complex: 'doc',
  reference_taken: 'reference',
};

/** The rows after one of their buttons was pressed; there is always one. */
function changeRows(
  rows: TypedRegistration['signatories'],
  pressed: string,
): TypedRegistration['signatories'] {
  if (pressed === 'add') return [...rows, emptySignatory(rows.length + 1)];
  const left = rows.filter((_row, index) => String(index) !== pressed);
  return left.length === 0 ? [emptySignatory(1)] : left;
}
