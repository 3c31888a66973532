import { hiddenField } from '@campus/pages';
import { signableStates } from '../../../domain/signable.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { parseNumber } from '../../asked/ref-in.ts';

/** The hidden field of a form that says what it was made for, so that it does nothing once the record has moved on. */
export function standingField(standing: Standing) {
  return hiddenField('standing', standingText(standing));
}

/** `signing.2.17`: state, round and registered document. */
export function standingText({ state, round, documentId }: Standing): string {
  return `${state}.${round}.${documentId ?? ''}`;
}

/** The standing that a form was made for; undefined when a text is none. */
export function parseStanding(text: string): Standing | undefined {
  const [named, counted = '', document = '', ...more] = text.split('.');
  const state = signableStates.find((one) => one === named && one !== 'erased');
  const round = counted === '0' ? 0 : parseNumber(counted);
  const documentId = parseNumber(document);
  if (state === undefined || round === undefined || documentId === undefined || more.length > 0)
    return undefined;
  return { state, round, documentId };
}
