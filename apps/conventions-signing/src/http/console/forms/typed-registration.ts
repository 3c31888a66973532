import { formText } from '@campus/accounts';
import type { Language, Problems } from '@campus/pages';
import type { Request } from 'express';
import type { SignableRecord } from '../../../data/signables.ts';
import type { SigningMetadata } from '../../../signing/signable.ts';
import { readMetadata } from '../../receive/read-metadata.ts';
import { metadataInput, reference as referenceInput } from '../../wire/inputs.ts';
import { problemsOf } from './field-problems.ts';
import { formWords } from './form-words.ts';

/** A signatory as typed; the members have the contract's names, which are those of the fields. */
export interface TypedSignatory {
  name: string;
  givenname: string;
  mail: string;
  phone: string;
  order: string;
}

/** A registration as somebody has typed it, right or wrong. */
export interface TypedRegistration {
  title: string;
  companyname: string;
  school: string;
  workflowId: string;
  reference: string;
  signatories: TypedSignatory[];
  /** Mail addresses, one a line. */
  watchers: string;
}

export const emptyRegistration: TypedRegistration = {
  title: '',
  companyname: '',
  school: '',
  workflowId: '',
  reference: '',
  signatories: [emptySignatory(1)],
  watchers: '',
};

export function emptySignatory(number: number): TypedSignatory {
  return { name: '', givenname: '', mail: '', phone: '', order: String(number) };
}

const rowField = /^signatory-(\d{1,4})-name$/;

/** What was typed into the form; rows in the order of their numbers, which may have gaps. */
export function typedRegistrationIn(request: Pick<Request, 'body'>): TypedRegistration {
  const text = (name: string) => formText(request, name).trim();
  const rows = Object.keys(request.body ?? {})
    .flatMap((name) => rowField.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  return {
    title: text('title'),
    companyname: text('companyname'),
    school: text('school'),
    workflowId: text('workflowId'),
    reference: text('reference'),
    signatories: rows.map((row) => ({
      name: text(`signatory-${row}-name`),
      givenname: text(`signatory-${row}-givenname`),
      mail: text(`signatory-${row}-mail`),
      phone: text(`signatory-${row}-phone`),
      order: text(`signatory-${row}-order`),
    })),
    watchers: text('watchers'),
  };
}

/** The form filled in with what is registered. */
export function typedFrom(record: SignableRecord): TypedRegistration {
  const { title, companyName, school, workflowId, reference, signatories, watchers } = record;
  return {
    title,
    companyname: companyName,
    school,
    workflowId,
    reference: reference ?? '',
    signatories: signatories.map(({ name, givenName, mail, phone, order }) => ({
      name,
      givenname: givenName,
      mail,
      phone: phone ?? '',
      order: String(order),
    })),
    watchers: watchers.join('\n'),
  };
}

/** What is to be registered, by the rules of the API, or what is wrong with it. */
export function checkRegistration(
  typed: TypedRegistration,
  language: Language,
): { metadata: SigningMetadata; reference: string | null; problems?: never } | { problems: Problems } {
  const { signatories, reference: typedReference, watchers, ...texts } = typed;
  const lines = watchers
    .split('\n')
    .map((line, index) => ({ mail: line.trim(), number: index + 1 }))
    .filter(({ mail }) => mail !== '');
  const metadata = metadataInput.safeParse({
    ...texts,
    signatory: signatories.map(({ order, ...person }) => ({
      ...person,
      order: order === '' ? Number.NaN : Number(order),
    })),
    watchers: lines.map(({ mail }) => ({ mail })),
  });
  const reference = referenceInput.safeParse(typedReference === '' ? null : typedReference);
  if (metadata.success && reference.success)
    return { metadata: readMetadata(metadata.data), reference: reference.data };

  const found = {
    ...problemsOf(metadata.error?.issues ?? [], { language }),
    ...problemsOf(reference.error?.issues ?? [], { language, base: ['reference'] }),
  };
  const problems: Record<string, string[]> = {};
  const add = (name: string, sentences: readonly string[]) => {
    problems[name] = [...(problems[name] ?? []), ...sentences];
  };
  for (const [name, sentences] of Object.entries(found)) {
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
  return { problems };
}
