import { formText } from '@campus/accounts';
import type { Language, Problems } from '@campus/pages';
import type { SignableRecord } from '../../../data/whole-record.ts';
import {
  metadataTextNames,
  type OwnTexts,
  ownTextNames,
  type RegisteredTextName,
} from '../../../signing/registered-texts.ts';
import type { SigningMetadata } from '../../../signing/signable.ts';
import { readMetadata } from '../../receive/read-metadata.ts';
import {
  fromWire,
  registrationFieldNames,
  registrationFields,
  underWireNames,
} from '../../registration-fields.ts';
import { metadataInput, ownInput } from '../../wire/inputs.ts';
import { problemsOf } from './field-problems.ts';
import { formWords } from './form-words.ts';
import type { ReceivedForm } from './receive-form.ts';

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
  texts: Record<RegisteredTextName, string>;
  signatories: TypedSignatory[];
  /** Mail addresses, one a line. */
  watchers: string;
}

function textsOf(typed: (name: RegisteredTextName) => string): TypedRegistration['texts'] {
  return Object.fromEntries(
    registrationFieldNames.map((name) => [name, typed(name)]),
  ) as TypedRegistration['texts'];
}

export const emptyRegistration: TypedRegistration = {
  texts: textsOf(() => ''),
  signatories: [emptySignatory(1)],
  watchers: '',
};

export function emptySignatory(number: number): TypedSignatory {
  return { name: '', givenname: '', mail: '', phone: '', order: String(number) };
}

const rowField = /^signatory-(\d{1,4})-name$/;

/** What was typed into the form; rows in the order of their numbers, which may have gaps. */
export function typedRegistrationIn(form: Pick<ReceivedForm, 'body'>): TypedRegistration {
  const text = (name: string) => formText(form, name).trim();
  const rows = Object.keys(form.body)
    .flatMap((name) => rowField.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  return {
    texts: textsOf((name) => text(registrationFields[name].wire)),
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
  return {
    texts: textsOf((name) => record[name] ?? ''),
    signatories: record.signatories.map(({ name, givenName, mail, phone, order }) => ({
      name,
      givenname: givenName,
      mail,
      phone: phone ?? '',
      order: String(order),
    })),
    watchers: record.watchers.join('\n'),
  };
}

/** What is to be registered, by the rules of the API, or what is wrong with it. */
export function checkRegistration(
  { texts, signatories, watchers }: TypedRegistration,
  language: Language,
): { metadata: SigningMetadata; own: OwnTexts; problems?: never } | { problems: Problems } {
  const lines = watchers
    .split('\n')
    .map((line, index) => ({ mail: line.trim(), number: index + 1 }))
    .filter(({ mail }) => mail !== '');
  const metadata = metadataInput.safeParse({
    ...underWireNames(metadataTextNames, (name) => texts[name]),
    signatory: signatories.map(({ order, ...person }) => ({
      ...person,
      order: order === '' ? Number.NaN : Number(order),
    })),
    watchers: lines.map(({ mail }) => ({ mail })),
  });
  const own = ownInput.safeParse(underWireNames(ownTextNames, (name) => texts[name] || null));
  if (metadata.success && own.success)
    return { metadata: readMetadata(metadata.data), own: fromWire(ownTextNames, own.data) };

  const issues = [...(metadata.error?.issues ?? []), ...(own.error?.issues ?? [])];
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
  return { problems };
}
