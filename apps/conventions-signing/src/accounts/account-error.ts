import { translatedError } from '@campus/pages';

/** An expected failure of a change of an account, beside the rules of accounts; nothing has changed when it is thrown. */
export class AccountError extends translatedError({
  account_not_found: [
    'There is no account "{username}".',
    'Il n’y a pas de compte «\u00a0{username}\u00a0».',
  ],
  invalid_full_name: [
    'A name has at most {maxCharacters} characters, and no control characters among them.',
    'Un nom comporte au plus {maxCharacters} caractères, dont aucun caractère de contrôle.',
  ],
  invalid_scope: [
    'A scope names at least one department or workflow, and at most {maxScopeNames}, of at most {maxCharacters} characters each.',
    'Un périmètre nomme au moins un département ou un circuit, et au plus {maxScopeNames}, de {maxCharacters} caractères au plus chacun.',
  ],
  invalid_token_name: [
    'The name of a token has 1 to {maxCharacters} characters, and no control characters among them.',
    'Le nom d’un jeton comporte de 1 à {maxCharacters} caractères, dont aucun caractère de contrôle.',
  ],
  token_name_taken: [
    'There is a token "{name}" that was not revoked: choose another name.',
    'Il y a un jeton « {name} » qui n’a pas été révoqué : choisissez un autre nom.',
  ],
  token_made_before: [
    'This form has made the token "{name}" before, which was shown then and is kept nowhere: send it again for another.',
    'Ce formulaire a déjà créé le jeton «\u00a0{name}\u00a0», qui a été montré alors et n’est conservé nulle part\u00a0: envoyez-le de nouveau pour en créer un autre.',
  ],
  invalid_expiry: [
    'The expiry must be an existing day, from tomorrow on.',
    'L’expiration doit être un jour existant, à partir de demain.',
  ],
  too_many_tokens: [
    'There are {maxTokens} tokens already: revoke one first.',
    'Il y a déjà {maxTokens} jetons : révoquez-en un d’abord.',
  ],
  token_not_found: [
    'There is no such token, or it was revoked already.',
    'Ce jeton n’existe pas, ou a déjà été révoqué.',
  ],
  last_administrator: [
    'This is the last active administrator who can sign in: it can be neither deactivated nor given another role.',
    'C’est le dernier administrateur actif qui peut se connecter\u00a0: il ne peut être ni désactivé, ni recevoir un autre rôle.',
  ],
}) {}
