import { formText, visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { type ActorNames, findActorNames } from '../../../data/actors.ts';
import { personActor, usernameOf } from '../../../data/history.ts';
import {
  deleteTemplate,
  findTemplate,
  findTemplates,
  type Template,
  type TemplateChange,
  type TemplateContent,
} from '../../../data/templates.ts';
import { addTemplate, changeTemplate } from '../../../signing/keep-template.ts';
import {
  addresses,
  fromTemplateAddress,
  templateAddress,
  templateDeletionAddress,
  templateListAddress,
} from '../../addresses.ts';
import { parseNumber } from '../../asked/ref-in.ts';
import { isUuid } from '../../asked/uuid-in.ts';
import { InputError } from '../../receive/input-error.ts';
import { route } from '../../route.ts';
import { formWords } from '../forms/form-words.ts';
import { onceField, onceIn } from '../forms/hidden-fields.ts';
import { defaultButton, rowsAssets, rowsButtonName, signatoryRows } from '../forms/signatory-rows.ts';
import { changeRows } from '../forms/typed-people.ts';
import { listLink } from '../frame/record-in.ts';
import { requireRight } from '../frame/require-right.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { knownPlacesOf } from '../scopes/known-places.ts';
import type { PageDeps, Reader, Visit } from '../session/reader.ts';
import { templateWords } from './template-words.ts';
import {
  checkTemplate,
  emptyTemplate,
  type TypedTemplate,
  typedTemplateIn,
  typedTemplateOf,
} from './typed-template.ts';

type TemplateVisit = PageDeps & Visit;

/** The templates that forms of registration begin with, for whoever may register. */
export function templateRoutes(deps: SaveDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  const run = visitsWith(deps);
  router.use(requireRight(deps.sessions, 'send'));
  route(router, '/', { get: run(list) });
  route(router, '/export', { get: run(saveTemplates) });
  route(router, '/new', { get: run(showNew), post: [...readForm, run(make)] });
  route(router, '/:id', { get: run(show), post: [...readForm, run(change)] });
  route(router, '/:id/delete', { get: run(askToDelete), post: [...readForm, run(remove)] });
  return router;
}

async function list(visit: TemplateVisit): Promise<void> {
  const { db, answer } = visit;
  const templates = await findTemplates(db);
  const names = await findActorNames(
    db.pool,
    templates.map(({ changedBy }) => changedBy),
  );
  answer(templateListPage(visit, { templates, names }));
}

async function showNew(visit: TemplateVisit): Promise<void> {
  visit.answer(await templatePage(visit, { typed: emptyTemplate, problems: {}, fields: onceField() }));
}

async function make(visit: TemplateVisit): Promise<void> {
  const { db, request, reader } = visit;
  const once = onceIn(request);
  await save(visit, { fields: onceField() }, async (content) => {
    // What no form of ours has sent has no such field.
    if (once === undefined) return { wrong: {}, status: 400 };
    const outcome = await addTemplate(db, changeBy(visit, once), content);
    if (outcome !== 'too_many') return outcome;
    return { wrong: { problem: templateWords[reader.language].tooMany }, status: 409 };
  });
}

async function show(visit: TemplateVisit): Promise<void> {
  const template = await templateIn(visit);
  const fields = versionField(template.version);
  visit.answer(
    await templatePage(visit, { typed: typedTemplateOf(template), problems: {}, fields, template }),
  );
}

async function change(visit: TemplateVisit): Promise<void> {
  const { db, reader } = visit;
  const say = templateWords[reader.language];
  const template = await templateIn(visit);
  const { id } = template;
  const version = versionIn(visit);
  await save(visit, { fields: versionField(version), template }, async (content) => {
    const outcome = await changeTemplate(db, { ...changeBy(visit, id), version }, content);
    if (outcome !== 'changed_meanwhile') return outcome;
    const current = await templateIn(visit);
    const problem = html`<p>${say.changedMeanwhile(await lastPerson(visit, current))}</p>
<p><a href="${templateAddress(id)}">${say.seeChange}</a></p>`;
    // Now for this version: whoever saves it again has been told of the other change.
    const wrong = { problem, fields: versionField(current.version), template: current };
    return { wrong, status: 409 };
  });
}

/** Has what was typed kept and leads to the list; or shows the form again, with another row or with what is wrong. */
async function save(
  visit: TemplateVisit,
  form: Pick<TemplateForm, 'fields' | 'template'>,
  keep: (
    content: TemplateContent,
  ) => Promise<'kept' | 'name_taken' | { wrong: Partial<TemplateForm>; status: number }>,
): Promise<void> {
  const { request, response, reader, answer } = visit;
  const { language } = reader;
  const typed = typedTemplateIn(request);
  const again = async (changes: Partial<TemplateForm>, status: number) =>
    answer(await templatePage(visit, { typed, problems: {}, ...form, ...changes }), status);
  const pressed = formText(request, rowsButtonName);
  // One row more or less.
  if (pressed !== '')
    return again({ typed: { ...typed, signatories: changeRows(typed.signatories, pressed) } }, 200);
  const checked = checkTemplate(typed, language);
  if (checked.problems !== undefined) return again({ problems: checked.problems }, 400);
  const outcome = await keep(checked.content);
  if (outcome === 'name_taken')
    return again({ problems: { name: [templateWords[language].nameTaken] } }, 400);
  if (outcome !== 'kept') return again(outcome.wrong, outcome.status);
  response.redirect(303, templateListAddress(form.template === undefined ? 'kept' : 'changed'));
}

async function askToDelete(visit: TemplateVisit): Promise<void> {
  visit.answer(templateDeletionPage(visit, { template: await templateIn(visit) }));
}

async function remove(visit: TemplateVisit): Promise<void> {
  const { db, response, reader, answer } = visit;
  const { id } = await templateIn(visit);
  if (await deleteTemplate(db, { id, version: versionIn(visit) }))
    return response.redirect(303, templateListAddress('deleted'));
  const template = await templateIn(visit);
  const person = await lastPerson(visit, template);
  const problem = templateWords[reader.language].changedBeforeDeletion(person);
  answer(templateDeletionPage(visit, { template, problem }), 409);
}

function changeBy({ reader }: TemplateVisit, id: string): TemplateChange {
  return { id, at: reader.now, actor: personActor(reader.account) };
}

/** The version that a form was made for; none is 0. */
function versionIn({ request }: TemplateVisit): number {
  return parseNumber(formText(request, 'version')) ?? 0;
}

async function lastPerson({ db }: TemplateVisit, { changedBy }: Template): Promise<string> {
  return personOf(changedBy, await findActorNames(db.pool, [changedBy]));
}

async function templateIn({ db, request }: TemplateVisit): Promise<Template> {
  const id = String(request.params.id);
  const template = isUuid(id) ? await findTemplate(db, id) : null;
  if (template === null) throw new InputError('not_found', 'there is no such template');
  return template;
}

/** The templates that the page shows, as a table for spreadsheets. */
async function saveTemplates(visit: SaveDeps & Visit): Promise<void> {
  const { db, reader } = visit;
  const templates = await findTemplates(db);
  const names = await findActorNames(
    db.pool,
    templates.map(({ changedBy }) => changedBy),
  );
  await saveTable(visit, { name: 'templates', pages: [templates], columns: columnsFor(reader, names) });
}

function columnsFor(reader: Reader, names: ActorNames): ui.CsvColumn<Template>[] {
  const { language } = reader;
  const say = templateWords[language];
  return [
    { heading: say.name, of: ({ name }) => name },
    { heading: say.workflow, of: ({ workflowId }) => workflowId },
    { heading: say.signatories, of: ({ signatories }) => signatories.map(({ role }) => role).join(', ') },
    { heading: formWords[language].watchers, of: ({ watchers }) => watchers.join(' ') },
    { heading: say.changed, of: ({ changedAt }) => instantText(changedAt, reader) },
    { heading: say.by, of: ({ changedBy }) => personOf(changedBy, names) },
  ];
}

/** All templates, with what can be done with each. */
function templateListPage(
  { request, reader }: Visit,
  { templates, names }: { templates: readonly Template[]; names: ActorNames },
): ui.Page {
  const { language } = reader;
  const say = templateWords[language];
  const rows = templates.map((template) => {
    const { id, name, workflowId, signatories, changedAt, changedBy } = template;
    return [
      html`<a href="${templateAddress(id)}">${name}</a>`,
      workflowId || '–',
      signatories.map(({ role }) => role).join(', '),
      html`${ui.time(changedAt, reader)} ${say.changedBy(personOf(changedBy, names))}`,
      ui.buttonLink(
        { text: say.begin, href: fromTemplateAddress(id) },
        { kind: 'plain', label: say.beginWith(name) },
      ),
    ];
  });
  return {
    title: say.templates,
    breadcrumbs: [listLink('agreement', language)],
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<p class="help">${say.templatesMean}</p>
<p>${ui.buttonLink({ text: say.new, href: addresses.newTemplate })}</p>
${
  rows.length === 0
    ? ui.emptyState(say.none, { because: 'new' })
    : html`${ui.table({
        caption: say.templates,
        headings: [say.name, say.workflow, say.signatories, say.changed, say.use],
        rows,
      })}
<p>${saveLink(addresses.templatesExport, { language })}</p>`
}`,
  };
}

/** Who changed a template, by name. */
function personOf(actor: string, names: ActorNames): string {
  return names.get(actor) ?? usernameOf(actor) ?? actor;
}

interface TemplateForm {
  typed: TypedTemplate;
  problems: ui.Problems;
  /** What is wrong, beside the fields. */
  problem?: Html | string | undefined;
  /** What says which template is meant, the version of one that is there. */
  fields: Html;
  /** The template that is changed; absent: a new one. */
  template?: Template | undefined;
}

/** The form of a new template, or of one that is there. */
async function templatePage({ lookups, reader, csrf }: Visit, form: TemplateForm): Promise<ui.Page> {
  const { language } = reader;
  const { scope } = reader.account;
  const known = await knownPlacesOf('workflowId', { lookups, scope, language });
  const say = templateWords[language];
  const { typed, problems, problem, fields, template } = form;
  return {
    title: template === undefined ? say.new : say.editTitle(template.name),
    breadcrumbs: templateBreadcrumbs(language),
    main: html`${ui.hasProblems(problems) && ui.notice('bad', say.correct)}
${problem !== undefined && ui.notice('bad', problem)}
<form class="sheet" method="post" action="${template === undefined ? addresses.newTemplate : templateAddress(template.id)}">${csrf()}${fields}${defaultButton()}
<div class="columns">
${ui.textField({ name: 'name', label: say.name, value: typed.name, errors: problems.name, required: true, maxLength: 200, autocomplete: 'off' })}
${ui.knownField({ name: 'workflowId', label: say.workflow, help: say.workflowHelp, value: typed.workflowId, errors: problems.workflowId, known })}${ui.knownValues(known)}
</div>
${signatoryRows(typed.signatories, { of: 'template', problems, language })}
${ui.textArea({ name: 'watchers', label: formWords[language].watchers, help: formWords[language].watchersHelp, value: typed.watchers, errors: problems.watchers, rows: 3 })}
<p class="row">${ui.submitButton(template === undefined ? say.make : say.save)}${ui.backLink(addresses.templates, language)}${
      template !== undefined &&
      ui.buttonLink(
        { text: say.deleteTemplate, href: templateDeletionAddress(template.id) },
        { kind: 'danger' },
      )
    }</p>
</form>`,
    styles: rowsAssets.styles,
    scripts: [...rowsAssets.scripts, 'known-values.js'],
  };
}

/** Asks before a template goes. */
function templateDeletionPage(
  { reader: { language }, csrf }: Visit,
  { template: { id, name, version }, problem }: { template: Template; problem?: string | undefined },
): ui.Page {
  const say = templateWords[language];
  return ui.confirmPage({
    title: say.deleteTitle(name),
    breadcrumbs: templateBreadcrumbs(language),
    problem,
    content: html`<p>${say.deleteMeans}</p>`,
    csrf: csrf(),
    fields: versionField(version),
    action: templateDeletionAddress(id),
    button: say.delete,
    isDangerous: true,
    back: addresses.templates,
    language,
  });
}

/** The hidden field that names what a form was made for. */
function versionField(version: number): Html {
  return ui.hiddenField('version', String(version));
}

function templateBreadcrumbs(language: ui.Language): ui.Link[] {
  return [
    listLink('agreement', language),
    { text: templateWords[language].templates, href: addresses.templates },
  ];
}
