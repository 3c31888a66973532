import { formText } from '@campus/accounts';
import { hiddenField, html, type Link, type Problems } from '@campus/pages';
import express, { type RequestHandler, type Router } from 'express';
import { findRegisteredDocument, readDocument } from '../../../data/documents.ts';
import { personActor } from '../../../data/history.ts';
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
import { nameOf } from '../records/record-name.ts';
import { breadcrumbsTo, listLink } from '../session/breadcrumbs.ts';
import { readerOf } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';
import { formWords } from './form-words.ts';
import { onceField, requestKeyOf } from './once-field.ts';
import { type FormDeps, type FormExchange, type ReceivedForm, withForm } from './receive-form.ts';
import { registrationForm, rowsButtonName } from './registration-form.ts';
import { parseStanding, standingText } from './standing-field.ts';
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
  /** The draft that is edited; undefined: a new record. */
  draft?: { standing: string } | undefined;
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
  const by = (handle: (exchange: FormExchange) => void | Promise<void>): RequestHandler[] => [
    right,
    (request, response) => handle({ deps, request, response }),
  ];
  route(router, `/${segments.agreement}/new`, { get: by(showNewAgreement), post: by(addAgreement) });
  route(router, `/${segments.agreement}/:id/${segments.amendment}/new`, {
    get: by(showNewAmendment),
    post: by(addAmendment),
  });
  for (const kind of signableKinds) {
    route(router, `/${segments[kind]}/:id/edit`, {
      get: by((exchange) => showDraft(exchange, kind)),
      post: by((exchange) => saveDraft(exchange, kind)),
    });
  }
  return router;
}

function showNewAgreement(exchange: FormExchange): void {
  show(exchange, newAgreement(exchange), { typed: emptyRegistration });
}

function addAgreement(exchange: FormExchange): Promise<void> {
  return withForm(exchange, (form) =>
    save(exchange, { page: newAgreement(exchange), form }, (registration) =>
      add(exchange, { form, registration }),
    ),
  );
}

async function showNewAmendment(exchange: FormExchange): Promise<void> {
  const { record } = await recordIn(exchange.deps, exchange.request, 'agreement');
  const typed = typedFrom(record);
  const texts = { ...typed.texts, title: '', reference: '' };
  show(exchange, newAmendment(exchange, record), { typed: { ...typed, texts } });
}

async function addAmendment(exchange: FormExchange): Promise<void> {
  const { ref: agreement, record } = await recordIn(exchange.deps, exchange.request, 'agreement');
  await withForm(exchange, (form) =>
    save(exchange, { page: newAmendment(exchange, record), form }, (registration) =>
      add(exchange, { form, registration, agreement }),
    ),
  );
}

async function showDraft(exchange: FormExchange, kind: SignableKind): Promise<void> {
  const { record } = await recordIn(exchange.deps, exchange.request, kind);
  if (record.state !== 'draft') throw new SigningError('not_a_draft', 'only a draft can be edited');
  const page = { ...draftPage(exchange, record), draft: { standing: standingText(record) } };
  show(exchange, page, { typed: typedFrom(record) });
}

async function saveDraft(exchange: FormExchange, kind: SignableKind): Promise<void> {
  const { deps, request } = exchange;
  const { ref, record } = await recordIn(deps, request, kind);
  const { account } = readerOf(deps, request);
  await withForm(exchange, (form) => {
    const expected = parseStanding(formText(form, 'standing'));
    if (expected === undefined) throw new SigningError('changed_meanwhile', 'the form names no standing');
    const page = { ...draftPage(exchange, record), draft: { standing: standingText(expected) } };
    return save(exchange, { page, form, kept: ref }, async (registration) => {
      const actor = personActor(account);
      await replaceDraft(deps, { ref, registration, actor, expected });
      return recordAddress(ref, 'replaced');
    });
  });
}

async function add(
  { deps, request }: FormExchange,
  {
    form,
    registration,
    agreement,
  }: { form: ReceivedForm; registration: Registration; agreement?: SignableRef },
): Promise<string> {
  const { account } = readerOf(deps, request);
  const number = await register(deps, {
    agreement,
    registration,
    actor: personActor(account),
    key: requestKeyOf(request, account, { form }),
    show: (record) => record.number,
  });
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  return recordAddress({ kind, number }, 'registered');
}

/** Adds or removes a row, shows what is wrong, or has the registration written and leads to where that says. */
async function save(
  exchange: FormExchange,
  { page, form, kept }: { page: FormPage; form: ReceivedForm; kept?: SignableRef },
  write: (registration: Registration) => Promise<string>,
): Promise<void> {
  const { deps, request, response } = exchange;
  const { language, account } = readerOf(deps, request);
  const typed = typedRegistrationIn(form);
  const rows = formText(form, rowsButtonName);
  if (rows !== '') {
    const signatories = changeRows(typed.signatories, rows);
    show(exchange, page, { typed: { ...typed, signatories } });
    return;
  }
  const checked = checkRegistration(typed, language);
  const isMissing = kept === undefined && !form.files.has('doc');
  if (checked.problems !== undefined || isMissing) {
    const problems = {
      ...checked.problems,
      ...(isMissing ? { doc: [formWords[language].chooseFile] } : {}),
    };
    show(exchange, page, { typed, problems, status: 400 });
    return;
  }
  const { metadata, own } = checked;
  try {
    const address = await deps.uploads.inMemory.run(personActor(account), async () => {
      const pdf =
        kept === undefined || form.files.has('doc') ? await pdfIn(form) : await registered(deps, kept);
      return write({ metadata, own, pdf });
    });
    response.redirect(303, address);
  } catch (error) {
    if (!(error instanceof SigningError) || error.code === 'signable_not_found') throw error;
    const sentence = errorWords[error.code][language];
    const field = fieldOf[error.code];
    const wrong = field === undefined ? { problem: sentence } : { problems: { [field]: [sentence] } };
    show(exchange, page, { typed, ...wrong, status: field === undefined ? 409 : 400 });
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
  { deps, request, response }: FormExchange,
  { title, breadcrumbs, action, back, draft }: FormPage,
  { typed, problems = {}, problem, status = 200 }: Shown,
): void {
  const { language } = readerOf(deps, request);
  const fields = html`${deps.sessions.csrfField(request, response)}${
    draft === undefined ? onceField() : hiddenField('standing', draft.standing)
  }`;
  const main = registrationForm(
    { typed, problems, problem, fields, action, keepsDocument: draft !== undefined, back },
    language,
  );
  const scripts = ['form-rows.js', 'send-form.js'];
  deps.sessions.sendPage(request, response, { title, breadcrumbs, main, scripts }, { status });
}

function newAgreement({ deps, request }: FormExchange): FormPage {
  const { language } = readerOf(deps, request);
  return {
    title: formWords[language].newAgreement,
    breadcrumbs: [listLink('agreement', language)],
    action: addresses.newAgreement,
    back: listAddress('agreement'),
  };
}

function newAmendment({ deps, request }: FormExchange, agreement: SignableRef & { title: string }): FormPage {
  const { language } = readerOf(deps, request);
  const address = recordAddress(agreement);
  return {
    title: formWords[language].newAmendment(nameOf(agreement, language)),
    breadcrumbs: breadcrumbsTo(agreement, language),
    action: newAmendmentAddress(agreement),
    back: address,
  };
}

function draftPage({ deps, request }: FormExchange, record: SignableRef & { title: string }): FormPage {
  const { language } = readerOf(deps, request);
  const address = recordAddress(record);
  return {
    title: formWords[language].editTitle(nameOf(record, language)),
    breadcrumbs: breadcrumbsTo(record, language),
    action: recordActionAddress(record, 'edit'),
    back: address,
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
