import { type OperationProgress, operationProgress } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Operation, ReportedRecord } from '../../../data/operations.ts';
import { type ProblemCode, problems } from '../../problems.ts';
import type { Reader } from '../session/reader.ts';
import { operationWords } from './operation-words.ts';

/** What an operation is called. */
export function operationTitle(
  { action, total }: Pick<Operation, 'action' | 'total'>,
  language: ui.Language,
) {
  return operationWords[language][action](inWords(total, language), total);
}

/** A number as people read it. */
export function inWords(count: number, language: ui.Language): string {
  return new Intl.NumberFormat(language).format(count);
}

const moods = {
  waiting: 'info',
  running: 'info',
  ended: 'good',
  cancelled: 'warning',
} satisfies Record<OperationProgress['state'], ui.Mood>;

/** Its state; what ended with problems wants a look. */
export function operationBadge(operation: Operation, { language, now }: Reader): Html {
  const { state } = operationProgress(operation, now);
  const mood = state === 'ended' && operation.refused > 0 ? 'warning' : moods[state];
  return ui.badge(mood, operationWords[language].states[state]);
}

/** How much of it has its outcome. */
export function progressBar({ total, done, refused }: Operation, language: ui.Language): Html {
  const say = operationWords[language];
  const settled = done + refused;
  const text = say.progressText(inWords(settled, language), inWords(total, language));
  return html`<progress max="${Math.max(total, 1)}" value="${total === 0 ? 1 : settled}" aria-label="${say.progress}"></progress> ${text}`;
}

/** What became of a record, in a word. */
export function outcomeText(
  { outcome, code }: Pick<ReportedRecord, 'outcome' | 'code'>,
  { isOver, language }: { isOver: boolean; language: ui.Language },
): string {
  const say = operationWords[language].outcomes;
  if (outcome === null) return isOver ? say.leftAlone : say.waiting;
  if (outcome === 'refused') return say.refused;
  return code === 'sent' || code === 'deleted' || code === 'reminded' ? say[code] : say.erased;
}

/** Why a record was refused, for people; empty for what was not. */
export function remarkOf(
  { outcome, code }: Pick<ReportedRecord, 'outcome' | 'code'>,
  language: ui.Language,
): string {
  const say = operationWords[language];
  if (outcome !== 'refused' || code === null) return '';
  if (code === 'signable_not_found') return say.notThere;
  if (code === 'not_a_draft') return say.roundKept;
  return problems[isProblem(code) ? code : 'internal'].text[language];
}

function isProblem(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
