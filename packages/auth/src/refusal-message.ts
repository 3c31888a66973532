import type { AuthorizationRefusal, Scheme } from './authorization.ts';

const headerForms: Record<Scheme, string> = {
  Bearer: '"Authorization: Bearer <token>"',
  Token: '"Authorization: Token <token>"',
  Basic: '"Authorization: Basic <base64 of user:password>"',
};

/**
 * One sentence for the caller: what is wrong with the header and what would be right. Made of fixed words only,
 * so that a credential never reaches an answer or a log.
 *
 * @param accepted the schemes that this route takes, named in the mend; at least one
 */
export function refusalMessage(refusal: AuthorizationRefusal, accepted: readonly Scheme[]): string {
  const mend = `send ${accepted.map((scheme) => headerForms[scheme]).join(' or ')}`;
  const credentials = refusal.scheme === undefined ? 'credentials' : `${refusal.scheme} credentials`;
  switch (refusal.reason) {
    case 'missing':
      return `The Authorization header is missing: ${mend}.`;
    case 'repeated':
      return `The request has more than one Authorization header: ${mend} exactly once.`;
    case 'no-scheme':
      return `The Authorization header does not start with a scheme name: ${mend}.`;
    case 'unsupported-scheme':
      return `The scheme of the Authorization header is not accepted here: ${mend}.`;
    case 'no-credentials':
      return `The Authorization header holds a scheme name and no credentials: ${mend}.`;
    case 'spaces':
      return `The ${credentials} contain blanks or tabs: ${mend}, with one blank after the scheme and no other.`;
    case 'invalid-characters':
      return refusal.scheme === 'Basic'
        ? 'The Basic credentials contain control characters: send a user name and a password without them.'
        : `The ${credentials} contain characters that no token has: ${mend}, without quotes, commas or accents.`;
    case 'not-base64':
      return `The ${credentials} are not correctly base64 encoded: ${mend}, with its padding.`;
    case 'no-colon':
      return `The ${credentials} hold no colon between user name and password: ${mend}.`;
  }
}
