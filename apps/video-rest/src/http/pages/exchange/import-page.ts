import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { attributes, html } from '@campus/pages/html';
import { lineFormatOf, mayImport, Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { beginImport, beginImportOf } from '../../../runs/begin-run.ts';
import { runLimits } from '../../../runs/runs.ts';
import { addresses, runPageAddress } from '../../addresses.ts';
import { knownReader } from '../edit/edited-video.ts';
import { formWithFile, type SentForm, type SentTexts, textOf } from '../edit/sent-form.ts';
import { formFault } from '../errors/form-fault.ts';
import { type ExchangeDeps, type ExchangeVisit, exchangeBreadcrumbs, pluralOf } from './exchange-visit.ts';
import { exchangeWords } from './exchange-words.ts';

/** The page that sends lines to be imported. It leads to a preview: nothing is written before that is confirmed. */
export function importRoutes(deps: ExchangeDeps): Router {
  const run = visitsWith(deps);
  const router = express.Router();
  router.get(
    '/',
    run((visit) => showForm(visit)),
  );
  router.post('/', run(take));
  return router;
}

/** Looks in the background what the lines would change. What a script has sent in pieces is named in place of the file. */
async function take(visit: ExchangeVisit): Promise<void> {
  const { engine, sessions, request, response, reader } = visit;
  const { language } = reader;
  let sent: SentForm | undefined;
  try {
    sent = await formWithFile(visit, { name: 'file', maxBytes: mostBytes(visit) });
    const { texts, file } = sent;
    const format = lineFormatOf(file?.name ?? textOf(texts, 'name'));
    if (format === undefined || file?.size === 0)
      return showForm(visit, texts, { problems: { file: [exchangeWords[language].noFile] }, status: 400 });
    const { base } = knownReader(visit);
    const asked = {
      ...{ language, base, format, resource: textOf(texts, 'resource') || undefined },
      resourceBy: exchangeWords[language].linesOf,
      ...{ isAllOrNothing: textOf(texts, 'write') !== 'lines', isDryRun: true },
    };
    const of = { actor: reader.account.id, asked, key: undefined };
    const id = await (file === undefined
      ? beginImport(engine.services, { ...of, uploadId: textOf(texts, 'upload') })
      : beginImportOf(engine.services, { ...of, file }));
    response.redirect(303, runPageAddress({ id }));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'csrf') return sessions.sendForeignForm(request, response);
    const fault = formFault(error, { engine, language, fileField: 'file' });
    if (fault === undefined) throw error;
    response.set(fault.headers);
    showForm(visit, sent?.texts, fault);
  } finally {
    await sent?.dispose();
  }
}

function mostBytes({ engine }: ExchangeVisit): number {
  return Math.min(runLimits.importBytes, engine.services.maxUploadBytes);
}

function showForm(
  visit: ExchangeVisit,
  sent: SentTexts = {},
  { problems, status }: { problems: ui.Problems; status?: number } = { problems: {} },
): void {
  const { sessions, travelling, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = exchangeWords[language];
  const { caller } = knownReader(visit);
  const nameOf = (path: string) => pluralOf(travelling, path, language);
  const imported = [...travelling].filter(([, { isWritten }]) => isWritten);
  const written = imported.filter(([, one]) => mayImport(one, caller));
  const others = imported.filter((one) => !written.includes(one)).map(([path]) => nameOf(path));
  const choices = written
    .map(([value]) => ({ value, label: nameOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
  const maxBytes = mostBytes(visit);
  const limit = ui.fileSize(maxBytes, language, { rounding: 'down' });
  const askFirst = sessions.sessionAddress(addresses.importPage);
  const pieces = attributes({
    'data-pieces': addresses.uploads,
    'data-account': reader.account.id,
    'data-is-part': true,
    'data-pause': say.pieces.pause,
    'data-go-on': say.pieces.goOn,
    'data-begun': say.pieces.begun,
    'data-lost': say.pieces.lost,
  });
  const elsewhere = Object.entries(problems).flatMap(([name, texts]) => (name === 'file' ? [] : texts));
  const main = html`${ui.hasProblems(problems) && ui.notice('bad', html`<p>${say.wrong}</p>${elsewhere.map((text) => html`<p>${text}</p>`)}`)}
${others.length > 0 && ui.notice('info', written.length === 0 ? say.mayWriteNothing : say.mayNotWrite(others.join(', ')))}
<form class="sheet"${ui.fileFormAttributes({ action: addresses.importPage, language, askFirst })}${pieces}>${csrf()}
${ui.selectField({
  ...{ name: 'resource', label: say.linesOf, help: say.linesOfHelp, blank: say.eachSays },
  ...{ choices, value: textOf(sent, 'resource') },
})}
${ui.selectField({
  ...{ name: 'write', label: say.write, value: textOf(sent, 'write') },
  choices: (['all', 'lines'] as const).map((value) => ({ value, label: say.writes[value] })),
})}
${ui.fileField({
  ...{ name: 'file', label: say.file, help: say.fileHelp(limit), errors: problems.file, required: true },
  ...{ accept: '.jsonl,.csv', limit: { maxBytes, message: say.fileTooLarge(limit) } },
})}
<p class="help">${say.lookHelp}</p>
${ui.submitButton(say.look)}
</form>`;
  const styles = ['manage.css'];
  const scripts = ['upload-in-pieces.js', 'send-form.js'];
  answer({ title: say.importTitle, breadcrumbs: exchangeBreadcrumbs(reader), main, styles, scripts }, status);
}
