import { translatedError } from '@campus/pages';

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
  busy: [
    'Too many passwords are being checked at the moment. Expected available in {wait} seconds.',
    'Trop de mots de passe sont en cours de vérification. Disponible dans {wait} secondes.',
  ],
}) {}
