import { formText, visitsWith } from '@campus/accounts';
import type * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { findRegisteredDocument, readDocument } from '../../../data/documents.ts';
import { personActor } from '../../../data/history.ts';
import {
  type ReceivedPdf,
  type Registration,
  type SignableKind,
  type SignableRef,
  signableKinds,
} from '../../../domain/signable.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { SigningError } from '../../../signing/errors.ts';
import { register, registerAndSend } from '../../../signing/register.ts';
import { replaceDraft } from '../../../signing/replace-draft.ts';
import { segments } from '../../../wire/api-addresses.ts';
import {
  addresses,
  listAddress,
  newAmendmentAddress,
  recordActionAddress,
  recordAddress,
} from '../../addresses.ts';
import { problems } from '../../problems.ts';
import { pdfIn } from '../../receive/receive-multipart.ts';
import { route } from '../../route.ts';
import { type Named, nameOf } from '../../said/record-name.ts';
import { breadcrumbsTo, listLink, recordIn } from '../frame/record-in.ts';
import { requireRight } from '../frame/require-right.ts';
import { knownPlaces } from '../scopes/known-places.ts';
import { askingOf } from '../session/reader.ts';
import { beginningField, beginnings, begunWith, fillButtonName } from './beginnings.ts';
import { formWords } from './form-words.ts';
import { onceField, parseStanding, requestKeyOf, standingField } from './hidden-fields.ts';
import { type FormDeps, type FormVisit, type ReceivedForm, withForm } from './receive-form.ts';
import { registrationForm, sendButtonName } from './registration-form.ts';
import { rowsAssets, rowsButtonName } from './signatory-rows.ts';
import { changeRows } from './typed-people.ts';
import {
  checkRegistration,
  emptyRegistration,
  type TypedRegistration,
  typedFrom,
  typedRegistrationIn,
} from './typed-registration.ts';

/** Where a form of registration is, what it does, and what it is called. */
interface FormPage {
  title: string;
  breadcrumbs: readonly ui.Link[];
  action: string;
  back: string;
  kind: SignableKind;
  /** Where the draft stood that is edited; absent: a new record. */
  draft?: Standing;
}

interface Shown {
  typed: TypedRegistration;
  problems?: ui.Problems;
  problem?: string;
  /** Whether a file had been chosen, which no browser puts into a form again. */
  isFileLost?: boolean;
  /** What the form was filled in with, as it was chosen. */
  from?: string;
  done?: string;
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

function showNewAgreement(visit: FormVisit): Promise<void> {
  return showNew(visit, newAgreement(visit), emptyRegistration);
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
  await showNew(visit, newAmendment(visit, record), { ...typed, texts });
}

/** The form of a new record, filled in with what the address says it begins with. */
async function showNew(visit: FormVisit, page: FormPage, typed: TypedRegistration): Promise<void> {
  const { from } = visit.request.query;
  return typeof from === 'string' && from !== ''
    ? fillIn(visit, page, { typed, from })
    : show(visit, page, { typed });
}

async function fillIn(visit: FormVisit, page: FormPage, shown: Shown & { from: string }): Promise<void> {
  const { db, reader } = visit;
  const say = formWords[reader.language];
  const typed = await begunWith(db, shown.typed, { kind: page.kind, from: shown.from, reader });
  if (typed !== undefined) return show(visit, page, { ...shown, typed, done: say.filledIn });
  return show(visit, page, { ...shown, problems: { from: [say.nothingToFillIn] }, status: 404 });
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
  await show(visit, draftPage(visit, record, record), { typed: typedFrom(record) });
}

async function saveDraft(visit: FormVisit & { kind: SignableKind }): Promise<void> {
  const { ref, record } = await recordIn(visit);
  await withForm(visit, (form) => {
    const expected = parseStanding(formText(form, 'standing'));
    if (expected === undefined) throw new SigningError('changed_meanwhile', 'the form names no standing');
    const page = draftPage(visit, record, expected);
    return save(visit, { page, form, kept: ref }, async (registration) => {
      await replaceDraft(visit, { ref, registration, ...askingOf(visit.reader), expected });
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
  const request = {
    agreement,
    registration,
    actor: personActor(account),
    scope: account.scope,
    key: requestKeyOf(visit.request, account, { form }),
    show: ({ number }: SignableRef) => number,
  };
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  if (formText(form, sendButtonName) === '')
    return recordAddress({ kind, number: await register(visit, request) }, 'registered');
  const number = await registerAndSend(visit, request);
  return recordAddress({ kind, number }, visit.hasWebhook ? 'sent' : 'sent-to-nobody');
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
  const isFileLost = form.files.has('doc');
  const rows = formText(form, rowsButtonName);
  if (rows !== '') {
    const signatories = changeRows(typed.signatories, rows);
    return show(visit, page, { typed: { ...typed, signatories }, isFileLost });
  }
  if (formText(form, fillButtonName) !== '')
    return fillIn(visit, page, { typed, isFileLost, from: formText(form, 'from') });
  const checked = checkRegistration(typed, language);
  const isMissing = kept === undefined && !isFileLost;
  if (checked.problems !== undefined || isMissing) {
    const problems = { ...checked.problems, ...(isMissing && { doc: [formWords[language].chooseFile] }) };
    return show(visit, page, { typed, problems, isFileLost, status: 400 });
  }
  const { metadata, own } = checked;
  try {
    const address = await uploads.inMemory.run(personActor(account), async () => {
      const pdf = kept === undefined || isFileLost ? await pdfIn(form) : await registered(visit, kept);
      return write({ metadata, own, pdf });
    });
    response.redirect(303, address);
  } catch (error) {
    if (!(error instanceof SigningError) || error.code === 'signable_not_found') throw error;
    const sentence = problems[error.code].text[language];
    const field = fieldOf[error.code];
    const wrong = field === undefined ? { problem: sentence } : { problems: { [field]: [sentence] } };
    await show(visit, page, { typed, ...wrong, isFileLost, status: field === undefined ? 409 : 400 });
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

async function show(visit: FormVisit, page: FormPage, shown: Shown): Promise<void> {
  const { db, lookups, csrf, answer } = visit;
  const { language, account } = visit.reader;
  const { title, breadcrumbs, action, back, draft, kind } = page;
  const { typed, problems = {}, problem, isFileLost = false, from = '', done, status } = shown;
  const isNew = draft === undefined;
  const choices = isNew ? await beginnings(db, { kind, reader: visit.reader }) : [];
  const main = registrationForm(
    {
      typed,
      problems,
      problem,
      done,
      isFileLost,
      fields: html`${csrf()}${isNew ? onceField() : standingField(draft)}`,
      beginning: isNew
        ? beginningField({ choices, value: from, errors: problems.from }, language)
        : undefined,
      action,
      keepsDocument: !isNew,
      back,
      known: await knownPlaces({ lookups, scope: account.scope, language }),
    },
    language,
  );
  answer(
    {
      title,
      breadcrumbs,
      main,
      styles: rowsAssets.styles,
      scripts: [...rowsAssets.scripts, 'send-form.js', 'known-values.js'],
    },
    status,
  );
}

function newAgreement({ reader: { language } }: FormVisit): FormPage {
  return {
    kind: 'agreement',
    title: formWords[language].newAgreement,
    breadcrumbs: [listLink('agreement', language)],
    action: addresses.newAgreement,
    back: listAddress('agreement'),
  };
}

function newAmendment({ reader: { language } }: FormVisit, agreement: Named): FormPage {
  return {
    kind: 'amendment',
    title: formWords[language].newAmendment(nameOf(agreement, language)),
    breadcrumbs: breadcrumbsTo(agreement, language),
    action: newAmendmentAddress(agreement),
    back: recordAddress(agreement),
  };
}

function draftPage({ reader: { language } }: FormVisit, record: Named, draft: Standing): FormPage {
  return {
    kind: record.kind,
    title: formWords[language].editTitle(nameOf(record, language)),
    breadcrumbs: breadcrumbsTo(record, language),
    action: recordActionAddress(record, 'edit'),
    back: recordAddress(record),
    draft,
  };
}

/** Which field an error of the use case is about; of the others none is. */
const fieldOf: Partial<Record<SigningError['code'], string>> = {
  not_a_pdf: 'doc',
  encrypted_pdf: 'doc',
  pdf_too_complex: 'doc',
  reference_taken: 'reference',
  out_of_scope: 'department',
};
