import { translatedError } from '@campus/pages';

/** An expected failure of a change of an account or a token, beside the rules of accounts; nothing has changed when it is thrown. */
export class AccountError extends translatedError({
  user_not_found: ['There is no user "{username}".', "Il n'y a pas d'utilisateur « {username} »."],
  last_superuser: [
    'This is the last active superuser who can sign in: it can be neither deleted, deactivated nor demoted.',
    "C'est le dernier superutilisateur actif qui peut se connecter : il ne peut être ni supprimé, ni désactivé, ni rétrogradé.",
  ],
  token_not_found: ['There is no token {id}.', "Il n'y a pas de jeton {id}."],
  invalid_label: [
    'A label has at most {maxCharacters} characters, and no control characters among them.',
    'Un libellé comporte au plus {maxCharacters} caractères, dont aucun caractère de contrôle.',
  ],
  expiry_in_past: ['The expiry {expiresAt} is in the past.', "La date d'expiration {expiresAt} est passée."],
}) {}
