import { type DeclaredField, maxTextLength, type TextOptions, textual } from '@campus/rest';
import { fieldMessages } from '../../refusals.ts';

/** A text that is JSON; kept as it was written. */
export function jsonText(options: TextOptions): DeclaredField<unknown> {
  return textual(
    { maxLength: maxTextLength, ...options },
    {
      type: 'string',
      schema: { contentMediaType: 'application/json', example: '{}' },
      refuse: (text) => (isJson(text) ? undefined : { text: fieldMessages.not_json }),
    },
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
