import {
  backLink,
  buttonLink,
  confirmPage,
  type Html,
  hasProblems,
  hiddenField,
  html,
  type Language,
  type Link,
  notice,
  outcomeNotice,
  type Page,
  type Problems,
  submitButton,
  table,
  textArea,
  textField,
  time,
} from '@campus/pages';
import type { ActorNames } from '../../../data/actor-names.ts';
import { usernameOf } from '../../../data/history.ts';
import type { Template } from '../../../data/templates.ts';
import { addresses, fromTemplateAddress, templateAddress, templateDeletionAddress } from '../../addresses.ts';
import { formWords } from '../forms/form-words.ts';
import { defaultButton, rowsAssets, signatoryRows } from '../forms/signatory-rows.ts';
import { listLink } from '../frame/breadcrumbs.ts';
import { saveLink } from '../save/save-table.ts';
import type { Visit } from '../session/reader.ts';
import { templateWords } from './template-words.ts';
import type { TypedTemplate } from './typed-template.ts';

/** All templates, with what can be done with each. */
export function templateListPage(
  { request, reader }: Visit,
  { templates, names }: { templates: readonly Template[]; names: ActorNames },
): Page {
  const { language } = reader;
  const say = templateWords[language];
  const rows = templates.map((template) => {
    const { id, name, workflowId, signatories, changedAt, changedBy } = template;
    return [
      html`<a href="${templateAddress(id)}">${name}</a>`,
      workflowId || '–',
      signatories.map(({ role }) => role).join(', '),
      html`${time(changedAt, reader)} ${say.changedBy(personOf(changedBy, names))}`,
      buttonLink(
        { text: say.begin, href: fromTemplateAddress(id) },
        { kind: 'plain', label: say.beginWith(name) },
      ),
    ];
  });
  return {
    title: say.templates,
    breadcrumbs: [listLink('agreement', language)],
    main: html`${outcomeNotice(request.query.done, say.outcomes)}
<p class="help">${say.templatesMean}</p>
<p>${buttonLink({ text: say.new, href: addresses.newTemplate })}</p>
${
  rows.length === 0
    ? html`<p>${say.none}</p>`
    : html`${table({
        caption: say.templates,
        headings: [say.name, say.workflow, say.signatories, say.changed, say.use],
        rows,
      })}
<p>${saveLink(addresses.templatesExport, { language })}</p>`
}`,
  };
}

/** Who changed a template, by name. */
export function personOf(actor: string, names: ActorNames): string {
  return names.get(actor) ?? usernameOf(actor) ?? actor;
}

interface TemplateForm {
  typed: TypedTemplate;
  problems: Problems;
  /** What is wrong, beside the fields. */
  problem?: Html | string | undefined;
  /** What says which template is meant, the version of one that is there. */
  fields: Html;
  /** The template that is changed; absent: a new one. */
  template?: Template | undefined;
}

/** The form of a new template, or of one that is there. */
export function templatePage({ reader: { language }, csrf }: Visit, form: TemplateForm): Page {
  const say = templateWords[language];
  const { typed, problems, problem, fields, template } = form;
  return {
    title: template === undefined ? say.new : say.editTitle(template.name),
    breadcrumbs: templateBreadcrumbs(language),
    main: html`${hasProblems(problems) && notice('bad', say.correct)}
${problem !== undefined && notice('bad', problem)}
<form class="sheet" method="post" action="${template === undefined ? addresses.newTemplate : templateAddress(template.id)}">${csrf()}${fields}${defaultButton()}
<div class="columns">
${textField({ name: 'name', label: say.name, value: typed.name, errors: problems.name, required: true, maxLength: 200, autocomplete: 'off' })}
${textField({ name: 'workflowId', label: say.workflow, help: say.workflowHelp, value: typed.workflowId, errors: problems.workflowId, autocomplete: 'off' })}
</div>
${signatoryRows(typed.signatories, { of: 'template', problems, language })}
${textArea({ name: 'watchers', label: formWords[language].watchers, help: formWords[language].watchersHelp, value: typed.watchers, errors: problems.watchers, rows: 3 })}
<p class="row">${submitButton(template === undefined ? say.make : say.save)}${backLink(addresses.templates, language)}${
      template !== undefined &&
      buttonLink({ text: say.deleteTemplate, href: templateDeletionAddress(template.id) }, { kind: 'danger' })
    }</p>
</form>`,
    ...rowsAssets,
  };
}

/** Asks before a template goes. */
export function templateDeletionPage(
  { reader: { language }, csrf }: Visit,
  { template: { id, name, version }, problem }: { template: Template; problem?: string | undefined },
): Page {
  const say = templateWords[language];
  return confirmPage({
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
export function versionField(version: number): Html {
  return hiddenField('version', String(version));
}

function templateBreadcrumbs(language: Language): Link[] {
  return [
    listLink('agreement', language),
    { text: templateWords[language].templates, href: addresses.templates },
  ];
}
