import { type DeclaredField, isUrl, type TextOptions, textual } from '@campus/rest';
import { isStaff } from '../../../domain/ownership.ts';
import { fieldMessages } from '../../refusals.ts';

const schemes = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'srt'];

const notAStream = {
  text: fieldMessages.not_a_stream,
  values: { schemes: schemes.map((scheme) => `${scheme}://`).join(', ') },
};

/**
 * The address of a live stream. The name and the password in it, with which it is published or fetched, are shown to
 * staff alone; so that no order tells them to others, lists are ordered by other fields.
 */
export function streamUrl(options: TextOptions): DeclaredField<unknown> {
  return (name) => {
    const field = textual(options, {
      type: 'url',
      schema: { format: 'uri' },
      refuse: (text) => (isUrl(text, schemes) ? undefined : notAStream),
    })(name);
    return {
      ...field,
      columnsIn: () => [],
      show(row, context) {
        const url = String(field.show(row, context));
        return isStaff(context.caller) ? url : withoutCredentials(url);
      },
    };
  };
}

/**
 * The address without the user-info of RFC 3986 §3.2.1, which reaches to the last `@` of the authority, and without
 * the `passphrase` that SRT has in the query.
 */
export function withoutCredentials(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
    .replace(/(?<=[?&])passphrase=[^&#]*&?/gi, '')
    .replace(/[?&](?=#|$)/, '');
}
