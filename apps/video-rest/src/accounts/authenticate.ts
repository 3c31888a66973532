import { type CheckPassword, createBasicLog, SignInError } from '@campus/accounts';
import { type AuthorizationRefusal, parseAuthorization } from '@campus/auth';
import { translatedError } from '@campus/pages';
import type { Caller } from '@campus/rest';
import type { Log } from '@campus/service';
import type { SignInRow } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { findPresentedToken, noteTokenUse, type PresentedToken } from '../data/tokens.ts';
import { isStaff } from '../domain/ownership.ts';
import { hashTokenKey, isTokenKey } from './tokens.ts';

/**
 * Tells who sent a request, with the rights of this instant.
 *
 * The scheme word decides; nothing else is tried after a failure. A token, or a remembered password, costs one SQL
 * statement, or none while it is kept, see `KeptCallers`; once a minute one more notes the use of a token.
 *
 * @param authorizationHeaders  every such header, as `headersDistinct` has them
 * @param address               of the client, behind trusted proxies if there are any
 * @param asked                 whose log is told of sign-ins by password; absent: none is
 * @throws AuthenticationError
 */
export type Authenticate = (
  authorizationHeaders: readonly string[],
  address: string,
  asked?: { readonly log: Pick<Log, 'info'> },
) => Promise<Identified>;

export interface Identified extends Caller {
  /** When the token ends that was sent; absent: it does not, or a password was sent. */
  until?: Date | undefined;
}

interface AuthenticatorDeps {
  database: Pick<Database, 'pool' | 'callers'>;
  /** The one of this process, whose attempts count wherever they are made. */
  checkPassword: CheckPassword<SignInRow>;
  /** From which role on accounts need a second factor; absent: none does. */
  secondFactorFromRole?: AccountRole | undefined;
  /** Told when the use of a token cannot be noted; the request goes on. */
  onError: (error: unknown) => void;
}

export function createAuthenticator(deps: AuthenticatorDeps): Authenticate {
  const { database, checkPassword, secondFactorFromRole, onError } = deps;
  const basicLog = createBasicLog();
  const findToken = database.callers.keeping({
    async ask(keyHash: string) {
      const token = await findPresentedToken(database, keyHash);
      if (token?.useIsDue && letsIn(token)) await noteTokenUse(database, token.tokenId).catch(onError);
      return token;
    },
    lets: letsIn,
  });

  async function byToken(key: string, address: string): Promise<Identified> {
    if (!isTokenKey(key)) throw refusalOf('invalid_token');
    const token = await findToken(hashTokenKey(key));
    if (token === undefined || token.isRevoked) throw refusalOf('invalid_token');
    if (isOver(token)) throw refusalOf('token_expired');
    if (!token.isActive) throw refusalOf('inactive');
    const { userId: id, username, isStaff, isSuperuser, expiresAt } = token;
    return { id, username, address, isStaff, isSuperuser, scheme: 'token', until: expiresAt ?? undefined };
  }

  return async function authenticate(authorizationHeaders, address, asked) {
    const authorization = parseAuthorization(authorizationHeaders);
    switch (authorization.kind) {
      case 'token':
        return byToken(authorization.token, address);
      case 'basic': {
        const account = await checkPassword({ ...authorization, address }).catch((error: unknown) => {
          if (!(error instanceof SignInError)) throw error;
          if (error.code === 'bad_credentials') basicLog.refused(asked, { account: error.account });
          throw new AuthenticationError(error.code, error.values, { cause: error });
        });
        const { id, username, isStaff, isSuperuser } = account;
        // A password is no way around the second factor; that it is right is known to the caller already.
        if (account.hasSecondFactor || mustHaveSecondFactor(account, secondFactorFromRole)) {
          basicLog.refused(asked, { account: username, why: 'second_factor' });
          throw refusalOf('second_factor');
        }
        basicLog.accepted(asked, { account: username, address });
        return { id, username, address, isStaff, isSuperuser, scheme: 'basic' };
      }
      case 'bearer':
        throw refusalOf('not_provided');
      case 'refused':
        throw refusalOf(codeOf(authorization));
    }
  };
}

function letsIn(token: PresentedToken): boolean {
  return token.isActive && !token.isRevoked && !isOver(token);
}

function isOver({ overAt }: PresentedToken): boolean {
  return performance.now() >= overAt;
}

/** Made once for each code: to make an error takes a fiftieth of what its answer takes in JavaScript. */
const made = new Map<AuthenticationError['code'], AuthenticationError>();

function refusalOf(code: AuthenticationError['code']): AuthenticationError {
  const known = made.get(code) ?? new AuthenticationError(code);
  made.set(code, known);
  return known;
}

/** A scheme that is not used here is as good as no header. */
function codeOf({ scheme, reason }: AuthorizationRefusal): AuthenticationError['code'] {
  if (reason === 'repeated') return 'repeated_header';
  if (scheme === undefined || scheme === 'Bearer') return 'not_provided';
  const isToken = scheme === 'Token';
  switch (reason) {
    case 'no-credentials':
      return isToken ? 'token_missing' : 'basic_missing';
    case 'spaces':
      return isToken ? 'token_spaces' : 'basic_spaces';
    case 'invalid-characters':
      // In a Basic pair these are control characters, which no name and no password has.
      return isToken ? 'token_characters' : 'bad_credentials';
    case 'not-base64':
    case 'no-colon':
      return 'basic_not_base64';
    case 'missing':
    case 'no-scheme':
    case 'unsupported-scheme':
      return 'not_provided';
  }
}

/** What an account may be, as `SECOND_FACTOR_FROM_ROLE` calls it; each role may all that those before it may. */
export const accountRoles = ['user', 'staff', 'superuser'] as const;
type AccountRole = (typeof accountRoles)[number];

/** Whether an account with a password needs a second factor. */
export function mustHaveSecondFactor(
  account: { isStaff: boolean; isSuperuser: boolean },
  from: AccountRole | undefined,
): boolean {
  if (from === undefined) return false;
  const role = account.isSuperuser ? 'superuser' : isStaff(account) ? 'staff' : 'user';
  return accountRoles.indexOf(role) >= accountRoles.indexOf(from);
}

/**
 * Why a caller is not let in, word for word as clients of this kind of platform know it (Django REST
 * Framework and its French translation). It never holds anything the caller sent.
 *
 * `token_expired` is told only to who holds the key. A revoked key is an `invalid_token` like one that never was: it may
 * be in the wrong hands. An inactive account is `inactive` by its token, and `bad_credentials` by its password.
 * `second_factor` is told only to who knows the password.
 */
export class AuthenticationError extends translatedError({
  not_provided: [
    'Authentication credentials were not provided.',
    "Informations d'authentification non fournies.",
  ],
  repeated_header: [
    'Invalid authorization header. It was sent more than once.',
    'En-tête « Authorization » non valide. Il a été envoyé plusieurs fois.',
  ],
  invalid_token: ['Invalid token.', 'Token non valide.'],
  token_expired: ['Invalid token. It has expired.', 'Token non valide. Il a expiré.'],
  inactive: ['User inactive or deleted.', 'Utilisateur inactif ou supprimé.'],
  bad_credentials: ['Invalid username/password.', "Nom d'utilisateur et/ou mot de passe non valide(s)."],
  second_factor: [
    'This account has a second factor: use a token instead of the password.',
    'Ce compte a un second facteur : utilisez un jeton au lieu du mot de passe.',
  ],
  token_missing: [
    'Invalid token header. No credentials provided.',
    "En-tête « token » non valide. Informations d'identification non fournies.",
  ],
  token_spaces: [
    'Invalid token header. Token string should not contain spaces.',
    "En-tête « token » non valide. Un token ne doit pas contenir d'espaces.",
  ],
  token_characters: [
    'Invalid token header. Token string should not contain invalid characters.',
    'En-tête « token » non valide. Un token ne doit pas contenir de caractères invalides.',
  ],
  basic_missing: [
    'Invalid basic header. No credentials provided.',
    "En-tête « basic » non valide. Informations d'identification non fournies.",
  ],
  basic_spaces: [
    'Invalid basic header. Credentials string should not contain spaces.',
    "En-tête « basic » non valide. Les informations d'identification ne doivent pas contenir d'espaces.",
  ],
  basic_not_base64: [
    'Invalid basic header. Credentials not correctly base64 encoded.',
    "En-tête « basic » non valide. Encodage base64 des informations d'identification incorrect.",
  ],
  throttled: [
    'Request was throttled. Expected available in {wait} seconds.',
    'Requête ralentie. Disponible dans {wait} secondes.',
  ],
  too_many_at_once: [
    'Too many passwords from your network, or for this account, are being checked. Expected available in {wait} seconds.',
    'Trop de mots de passe venant de votre réseau, ou pour ce compte, sont en cours de vérification. Disponible dans {wait} secondes.',
  ],
  busy: [
    'Too many passwords are being checked at the moment. Expected available in {wait} seconds.',
    'Trop de mots de passe sont en cours de vérification. Disponible dans {wait} secondes.',
  ],
}) {}
