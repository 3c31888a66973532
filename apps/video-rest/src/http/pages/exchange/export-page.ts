import { formText, formTexts, visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { exportAsked, filterControls, lineFormats } from '@campus/rest';
import express, { type Request, type Router } from 'express';
import { beginExport } from '../../../runs/begin-run.ts';
import { addresses, runPageAddress } from '../../addresses.ts';
import { knownReader } from '../edit/edited-video.ts';
import { checkList } from '../edit/form-parts.ts';
import { formFault } from '../errors/form-fault.ts';
import { type ExchangeDeps, type ExchangeVisit, exchangeBreadcrumbs, pluralOf } from './exchange-visit.ts';
import { exchangeWords } from './exchange-words.ts';

/** What somebody has chosen so far. */
interface Typed {
  resources: string[];
  format: string;
  /** The fields of the form, and what is searched for in them: those of filters among them. */
  given: ReadonlyMap<string, string>;
}

/** The page that exports: which objects, in which format, at once or in the background. */
export function exportRoutes(deps: ExchangeDeps): Router {
  const run = visitsWith(deps);
  const router = express.Router();
  router.get(
    '/',
    run((visit) => showForm(visit, { resources: [], format: 'jsonl', given: new Map() })),
  );
  router.post('/', ...deps.sessions.readForm, run(obey));
  return router;
}

function typedIn(request: Request): Typed {
  const names = Object.keys((request.body ?? {}) as object);
  return {
    resources: formTexts(request, 'resource'),
    format: formText(request, 'as'),
    given: new Map(names.map((name) => [name, formText(request, name).trim()])),
  };
}

/** Downloads at once or begins a run; the form again where other fields are wanted, or something is wrong. */
async function obey(visit: ExchangeVisit): Promise<void> {
  const { engine, travelling, request, response, reader } = visit;
  const typed = typedIn(request);
  const does = formText(request, 'do');
  if (does === 'filters' || typed.given.has(ui.searchButtonName)) return showForm(visit, typed);
  const known = knownReader(visit);
  const [only, another] = typed.resources;
  const filters = another === undefined ? (travelling.get(only ?? '')?.resource.filters.keys() ?? []) : [];
  const query = {
    ...Object.fromEntries([...filters].map((name) => [name, typed.given.get(name)])),
    resource: typed.resources.join(','),
    as: typed.format,
  };
  try {
    const { name, format } = await exportAsked(travelling, known, query);
    if (does !== 'run') return response.redirect(303, ui.withQuery(addresses.export, query));
    const { language, base } = known;
    const id = await beginExport(engine.services, reader.account.id, {
      ...{ query, name, format, language, base },
    });
    response.redirect(303, runPageAddress({ id }));
  } catch (error) {
    const fault = formFault(error, { engine, language: reader.language });
    if (fault === undefined) throw error;
    response.set(fault.headers);
    await showForm(visit, typed, fault);
  }
}

async function showForm(
  visit: ExchangeVisit,
  { resources, format, given }: Typed,
  { problems, status }: { problems: ui.Problems; status?: number } = { problems: {} },
): Promise<void> {
  const { travelling, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = exchangeWords[language];
  // Before what is looked up: the cookie of the form comes first in the answer.
  const hidden = csrf();
  const known = knownReader(visit);
  const listed = [...travelling].filter(([, { resource }]) => resource.rights.may(known.caller, 'list'));
  const [single, another] = listed.filter(([path]) => resources.includes(path));
  const filtered = another === undefined ? single?.[1].resource : undefined;
  const controls = filtered && (await filterControls(filtered, { given, problems }, known));
  const shown = ['resource', 'as', ...(filtered?.filters.keys() ?? [])];
  const others = Object.entries(problems).flatMap(([name, texts]) => (shown.includes(name) ? [] : texts));
  const choices = listed
    .map(([value]) => ({ value, label: pluralOf(travelling, value, language) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
  const main = html`${ui.hasProblems(problems) && ui.notice('bad', html`<p>${say.wrong}</p>${others.map((text) => html`<p>${text}</p>`)}`)}
<form class="sheet" method="post" action="${addresses.exportPage}">${hidden}
${checkList({
  ...{ name: 'resource', label: say.resources, help: say.resourcesHelp, errors: problems.resource },
  ...{ choices, chosen: resources, none: say.noResources },
})}
${ui.selectField({
  ...{ name: 'as', label: say.format, help: say.formatHelp, value: format, errors: problems.as },
  choices: lineFormats.map((value) => ({ value, label: say.formats[value] })),
})}
${
  controls === undefined || filtered === undefined
    ? html`<p>${ui.submitButton(say.showFilters, { kind: 'plain', name: 'do', value: 'filters' })}</p>`
    : html`<fieldset><legend>${say.filters(pluralOf(travelling, filtered.path, language))}</legend>
<div class="columns">${controls.map(({ control }) => control)}</div></fieldset>`
}
<p class="help">${say.backgroundHelp}</p>
<p class="row">${ui.submitButton(say.download, { name: 'do', value: 'download' })}
${ui.submitButton(say.inBackground, { kind: 'plain', name: 'do', value: 'run' })}</p>
</form>`;
  const styles = ['manage.css'];
  const scripts = ['search-select.js'];
  answer({ title: say.exportTitle, breadcrumbs: exchangeBreadcrumbs(reader), main, styles, scripts }, status);
}
