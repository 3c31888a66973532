import { type DeclaredField, type TextOptions, textual } from '@campus/rest';
import { fieldMessages } from '../../refusals.ts';

/** Where a site is, `videos.example.org`: anything without blanks, a port too. */
export function domainName(options: TextOptions): DeclaredField<unknown> {
  return textual(options, {
    type: 'string',
    schema: { pattern: '^\\S+$', example: 'videos.example.org' },
    refuse: (given) => (/\s/.test(given) ? { text: fieldMessages.blanks_in_domain } : undefined),
  });
}
