/** What has become of the lines of an import, or would: as parts of a page, and as a table. */
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { capitalised, csvLine, type ImportReport } from '@campus/rest';
import type { Exchange } from '../../exchange/exchange.ts';
import { pluralOf } from './exchange-visit.ts';
import { exchangeWords } from './exchange-words.ts';

interface Look {
  travelling: Exchange['travelling'];
  language: ui.Language;
}

/** So many problems and changes stand on the page; all that a report tells are in its table. */
const mostShown = 100;

const outcomes = ['created', 'updated', 'unchanged', 'refused'] as const;

/** How many lines have become what, by resource; then the first problems and changes. */
export function reportParts(report: ImportReport, look: Look): Html {
  const { language } = look;
  const say = exchangeWords[language];
  const number = new Intl.NumberFormat(language);
  const row = (name: string, counts: Pick<ImportReport, (typeof outcomes)[number]>) => [
    name,
    ...outcomes.map((outcome) => number.format(counts[outcome])),
  ];
  const each = Object.entries(report.resources);
  const title = report.dry_run ? say.wouldBe : say.hasBecome;
  const rows = [
    ...each.map(([path, counts]) => row(pluralOf(look.travelling, path, language), counts)),
    ...(each.length === 1 ? [] : [row(say.inAll, report)]),
  ];
  return html`<h2>${title}</h2>
<p>${say.readLines(number.format(report.lines))}</p>
${ui.table({ caption: title, headings: [say.resource, ...outcomes.map((outcome) => say.counts[outcome])], rows })}
${problemTable(report, look)}
${changeTable(report, look)}`;
}

function problemTable({ problems }: ImportReport, look: Look): Html | false {
  if (problems.length === 0) return false;
  const say = exchangeWords[look.language];
  const rows = problems
    .slice(0, mostShown)
    .map(({ line, resource, field, value, message }) => [
      line,
      resource === null ? '' : pluralOf(look.travelling, resource, look.language),
      html`<code>${field}</code>`,
      html`<code>${value}</code>`,
      message,
    ]);
  const headings = [say.line, say.resource, say.field, say.value, say.mend];
  return html`<h2>${say.problems}</h2>
${ui.table({ caption: say.problems, headings, rows })}${more(problems, look)}`;
}

function changeTable({ changes }: ImportReport, look: Look): Html | false {
  if (changes.length === 0) return false;
  const { travelling, language } = look;
  const say = exchangeWords[language];
  const rows = changes.slice(0, mostShown).map(({ line, resource, does, object, fields }) => {
    const labels = fields.map((name) => {
      const field = travelling.get(resource)?.fields.find((one) => one.name === name);
      return capitalised(field?.label[language] ?? name);
    });
    const shown = object.startsWith('/') ? html`<a href="${object}">${object}</a>` : object;
    return [line, pluralOf(travelling, resource, language), say.does[does], shown, labels.join(', ')];
  });
  const headings = [say.line, say.resource, say.what, say.object, say.fields];
  return html`<h2>${say.changes}</h2>
${ui.table({ caption: say.changes, headings, rows })}${more(changes, look)}`;
}

function more(all: readonly unknown[], { language }: Look): Html | false {
  return all.length > mostShown && html`<p>${exchangeWords[language].firstOf(String(mostShown))}</p>`;
}

/** All that a report tells, a problem or a change on a line. */
export function reportTable({ problems, changes }: ImportReport, language: ui.Language): string {
  const say = exchangeWords[language];
  const lines = [
    [say.line, say.resource, say.what, say.object, say.field, say.value, say.mend],
    ...problems.map(({ line, resource, field, value, message }) => {
      return [line, resource, say.counts.refused, null, field, value, message];
    }),
    ...changes.map(({ line, resource, does, object, fields }) => {
      return [line, resource, say.does[does], object, fields.join(', '), null, null];
    }),
  ];
  return lines.map(csvLine).join('');
}
