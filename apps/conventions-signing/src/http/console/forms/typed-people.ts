import { formText } from '@campus/accounts';
import type { Language, Problems } from '@campus/pages';
import type { Request } from 'express';
import type { z } from 'zod';
import type { TemplateContent } from '../../../data/templates.ts';
import { problemsOf } from './field-problems.ts';
import { formWords } from './form-words.ts';

/** A signatory as typed; the members have the contract's names, which are those of the fields. */
export interface TypedSignatory {
  /** What a template calls whoever signs here, such as `tutor`: it names the row and is registered nowhere. */
  role: string;
  name: string;
  givenname: string;
  mail: string;
  phone: string;
  order: string;
}

/** Those who sign and those who watch, as typed. */
export interface TypedPeople {
  signatories: TypedSignatory[];
  /** Mail addresses, one a line. */
  watchers: string;
}

export function emptySignatory(number: number): TypedSignatory {
  return { role: '', name: '', givenname: '', mail: '', phone: '', order: String(number) };
}

export const nobodyTyped: TypedPeople = { signatories: [emptySignatory(1)], watchers: '' };

const rowField = /^signatory-(\d{1,4})-name$/;

/** What was typed into a form, its rows in the order of their numbers, which may have gaps. */
export function typedPeopleIn(form: Pick<Request, 'body'>): TypedPeople {
  const text = (name: string) => formText(form, name).trim();
  const rows = Object.keys(form.body)
    .flatMap((name) => rowField.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const signatories = rows.map((row) => ({
    role: text(`signatory-${row}-role`),
    name: text(`signatory-${row}-name`),
    givenname: text(`signatory-${row}-givenname`),
    mail: text(`signatory-${row}-mail`),
    phone: text(`signatory-${row}-phone`),
    order: text(`signatory-${row}-order`),
  }));
  return { signatories, watchers: text('watchers') };
}

/** The rows after one of their buttons was pressed; there is always one. */
export function changeRows(rows: TypedSignatory[], pressed: string): TypedSignatory[] {
  if (pressed === 'add') return [...rows, emptySignatory(rows.length + 1)];
  const left = rows.filter((_row, index) => String(index) !== pressed);
  return left.length === 0 ? [emptySignatory(1)] : left;
}

/** The roles of a template with the people that they always have, and its watchers. */
export function typedPeopleOf(content: Pick<TemplateContent, 'signatories' | 'watchers'>): TypedPeople {
  const { signatories, watchers } = content;
  return { signatories: signatories.map(typedSignatoryOf), watchers: watchers.join('\n') };
}

function typedSignatoryOf(signatory: TemplateContent['signatories'][number]): TypedSignatory {
  const { role, order, name, givenName, mail, phone } = signatory;
  return {
    role,
    name: name ?? '',
    givenname: givenName ?? '',
    mail: mail ?? '',
    phone: phone ?? '',
    order: String(order),
  };
}

/** A number as typed; what is none is refused by the schema that it is given to. */
export function numberIn(typed: string): number {
  return typed === '' ? Number.NaN : Number(typed);
}

/** Mail addresses, one a line. */
export function mailsIn(watchers: string): { mail: string }[] {
  return linesOf(watchers).map(({ mail }) => ({ mail }));
}

function linesOf(watchers: string): { mail: string; number: number }[] {
  return watchers
    .split('\n')
    .map((line, index) => ({ mail: line.trim(), number: index + 1 }))
    .filter(({ mail }) => mail !== '');
}

/** What schemas have found in a form with signatories and watchers, by its fields. */
export function problemsByField(
  issues: readonly z.core.$ZodIssue[],
  { watchers, language }: { watchers: string; language: Language },
): Problems {
  const lines = linesOf(watchers);
  const problems: Record<string, string[]> = {};
  const add = (name: string, sentences: readonly string[]) => {
    problems[name] = [...(problems[name] ?? []), ...sentences];
  };
  for (const [name, sentences] of Object.entries(problemsOf(issues, { language }))) {
    const watcher = /^watchers-(\d+)-mail$/.exec(name)?.[1];
    const line = watcher === undefined ? undefined : lines[Number(watcher)]?.number;
    if (line !== undefined)
      add(
        'watchers',
        sentences.map((sentence) => formWords[language].line(line, sentence)),
      );
    // A problem of a whole row stands beside its mail address, which is what has to be looked at.
    else if (/^signatory-\d+$/.test(name)) add(`${name}-mail`, sentences);
    else add(name, sentences);
  }
  return problems;
}
