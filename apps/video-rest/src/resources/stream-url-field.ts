import type { DeclaredField } from '../rest/field.ts';
import { isUrl, type TextOptions, textual } from '../rest/fields/text.ts';

const schemes = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'srt'];

const refusal = {
  text: {
    en: 'Enter a valid URL that begins with {schemes}.',
    fr: 'Saisissez une URL valide qui commence par {schemes}.',
  },
  values: { schemes: schemes.map((scheme) => `${scheme}://`).join(', ') },
};

/** The address of a live stream. */
export function streamUrl(options: TextOptions): DeclaredField<unknown> {
  return textual(options, {
    type: 'url',
    schema: { format: 'uri' },
    refuse: (text) => (isUrl(text, schemes) ? undefined : refusal),
  });
}
