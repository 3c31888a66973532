/** What lists and pages show of a run. */
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Run } from '../../../data/runs.ts';
import type { AskedExport, AskedImport } from '../../../runs/begin-run.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { progressOf, type runStates } from '../../resources/runs.ts';
import { exchangeWords } from './exchange-words.ts';

/** What the lines of an import are to become; undefined: it is an export. */
export function importAsked({ kind, asked }: Pick<Run, 'kind' | 'asked'>): AskedImport | undefined {
  return kind === 'import' ? (JSON.parse(asked) as AskedImport) : undefined;
}

/** What a run is called. */
export function runTitle(
  run: Pick<Run, 'kind' | 'asked'>,
  { travelling, language }: { travelling: Exchange['travelling']; language: ui.Language },
): string {
  const say = exchangeWords[language];
  const asked = importAsked(run);
  if (asked !== undefined) return asked.isDryRun ? say.titles.preview : say.titles.import;
  const { resource } = (JSON.parse(run.asked) as AskedExport).query;
  const names = String(resource ?? '')
    .split(',')
    .filter((name) => name !== '')
    .map((name) => travelling.get(name)?.resource.plural[language] ?? name);
  return say.titles.export(names.length === 0 ? say.everything : names.join(', '));
}

const moods = {
  waiting: 'info',
  running: 'info',
  ended: 'good',
  failed: 'bad',
  cancelled: 'warning',
} satisfies Record<(typeof runStates)[number], ui.Mood>;

export function runBadge(run: Run, { language, now }: { language: ui.Language; now: Date }): Html {
  const { state } = progressOf(run, now);
  return ui.badge(moods[state], exchangeWords[language].states[state]);
}

/** How much of it is done: bytes of what is read, or objects that are written. */
export function progressBar(run: Run, language: ui.Language): Html | false {
  if (run.startedAt === null) return false;
  const say = exchangeWords[language];
  const { kind, total, done } = run;
  const shown = (count: number) =>
    kind === 'import' ? ui.fileSize(count, language) : new Intl.NumberFormat(language).format(count);
  return html`<progress max="${Math.max(total, 1)}" value="${total === 0 && run.endedAt !== null ? 1 : done}" aria-label="${say.progress}"></progress> ${say.doneOf(shown(done), shown(total))}`;
}
