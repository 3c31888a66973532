import { ExpectedError } from '@campus/config';
import { fill, type Language, type MessageValues, type Pair, type Translated } from '@campus/pages';
import { logUnexpected } from '@campus/service';
import type { Request } from 'express';
import type { Message } from './messages.ts';

/** What becomes of a refusal: its status, and its sentence in every language. */
interface Told extends Translated {
  status: number;
  /** What a page says instead; absent: the same. */
  forPeople?: Translated;
}

/**
 * A row of a table of refusals.
 *
 * @param sentence   beside its translation; `{name}` stands for a value
 * @param forPeople  what a page says instead
 */
export function refusal(status: number, [en, fr]: Pair, forPeople: Pair = [en, fr]): Told {
  return { status, en, fr, forPeople: { en: forPeople[0], fr: forPeople[1] } };
}

/** Why a request is refused as a whole: status and sentence, as clients of this kind of platform know them. */
export const refusals = {
  not_found: refusal(404, ['Not found.', 'Non trouvé.']),
  no_such_object: refusal(
    404,
    // English in all languages.
    ['No {model} matches the given query.', 'No {model} matches the given query.'],
    [
      'There is no such object, or none that you may see.',
      "Cet objet n'existe pas, ou vous n'avez pas le droit de le voir.",
    ],
  ),
  invalid_page: refusal(404, ['Invalid page.', 'Page non valide.']),
  permission_denied: refusal(403, [
    'You do not have permission to perform this action.',
    "Vous n'avez pas la permission d'effectuer cette action.",
  ]),
  not_to_name: refusal(403, [
    'You may look at what "{field}" names, but not use it elsewhere. Name one of your own.',
    "Vous pouvez consulter ce que désigne «\u00a0{field}\u00a0», mais pas l'utiliser ailleurs. Désignez-en un qui vous appartient.",
  ]),
  cross_site: refusal(403, [
    'This request was sent by a page of another site, with credentials that the browser added. Use a token.',
    "Cette requête vient d'une page d'un autre site, avec des identifiants ajoutés par le navigateur. Utilisez un jeton.",
  ]),
  csrf: refusal(403, [
    'This request does not come from a page of this site as it is now. Load the page again, and send it once more.',
    "Cette requête ne vient pas d'une page de ce site dans son état actuel. Rechargez la page, puis renvoyez-la.",
  ]),
  method_not_allowed: refusal(405, ['Method "{method}" not allowed.', 'Méthode « {method} » non autorisée.']),
  not_acceptable: refusal(406, [
    'Could not satisfy the request Accept header.',
    "L'en-tête « Accept » n'a pas pu être satisfait.",
  ]),
  unsupported_media_type: refusal(415, [
    'Unsupported media type "{type}" in request.',
    'Type de média « {type} » non supporté dans la requête.',
  ]),
  json_parse_error: refusal(400, ['JSON parse error - {reason}', 'Erreur de lecture du JSON - {reason}']),
  multipart_parse_error: refusal(400, [
    'Multipart form parse error - {reason}',
    'Erreur de lecture du formulaire « multipart » - {reason}',
  ]),
  malformed_request: refusal(400, [
    'The request cannot be read: {reason}',
    'La requête est illisible\u00a0: {reason}',
  ]),
  in_use: refusal(409, [
    'This {model} is still in use ({users}: {count}). Change or delete those first.',
    "Cet objet ({model}) est encore utilisé ({users}\u00a0: {count}). Modifiez ou supprimez-les d'abord.",
  ]),
  too_large: refusal(413, [
    'The request body is larger than {limit}.',
    'Le corps de la requête dépasse {limit}.',
  ]),
  internal: refusal(500, [
    'Something went wrong on our side; the request id in X-Request-Id finds it in the log.',
    "Une erreur est survenue de notre côté\u00a0; l'identifiant X-Request-Id la retrouve dans le journal.",
  ]),
};

type RefusalCode = keyof typeof refusals;

/** A request that is refused as a whole, answered `{"detail": …}`. */
export class Refusal extends ExpectedError {
  /** Undefined: of the application. */
  readonly code: RefusalCode | undefined;
  readonly status: number;
  readonly text: Translated;
  private readonly forPeople: Translated;
  readonly values: MessageValues;
  readonly headers: Record<string, string>;
  /** What the log says of one that is no fault of the caller; absent: the sentence. */
  readonly reason: string | undefined;

  constructor(
    why: RefusalCode | Told,
    options: {
      values?: MessageValues;
      headers?: Record<string, string>;
      reason?: string;
      cause?: unknown;
    } = {},
  ) {
    const { values = {}, headers = {}, reason, cause } = options;
    const told: Told = typeof why === 'string' ? refusals[why] : why;
    super(fill(told, values, 'en'), { cause });
    this.code = typeof why === 'string' ? why : undefined;
    this.status = told.status;
    this.text = told;
    this.forPeople = told.forPeople ?? told;
    this.values = values;
    this.headers = headers;
    this.reason = reason;
  }

  /** The sentence for a client. */
  detail(language: Language): string {
    return fill(this.text, this.values, language);
  }

  /** The sentence for a person who reads it on a page. */
  sentence(language: Language): string {
    return fill(this.forPeople, this.values, language);
  }
}

/** Of an object that is not there for the caller. */
export function noSuchObject({ name }: { name: Translated }): Refusal {
  return new Refusal('no_such_object', { values: { model: name.en } });
}

/** Input with problems, all of them by field: answered 400 `{"field": ["message"]}`. */
export class InvalidInput extends ExpectedError {
  readonly problems: Record<string, Message[]>;

  constructor(problems: Record<string, Message[]>) {
    super(`invalid input: ${Object.keys(problems).join(', ')}`);
    this.problems = problems;
  }
}

/** Tells the errors of the application's own rooms as refusals; undefined: not expected. */
export type Explain = (error: unknown) => Refusal | InvalidInput | undefined;

/**
 * What to tell the caller of whatever was thrown. What is not expected is logged with its stack, and told as a
 * 500 without detail.
 *
 * @param logged  whose log it is, which is made when it is first asked for
 */
export function expectedError(
  error: unknown,
  explain: Explain,
  logged: Pick<Request, 'log'>,
): Refusal | InvalidInput {
  const isExpected = error instanceof Refusal || error instanceof InvalidInput;
  const expected = isExpected ? error : (uriProblem(error) ?? explain(error));
  if (expected === undefined) logUnexpected(logged.log, error);
  else if (expected instanceof Refusal && expected.status >= 500)
    logged.log.warn(expected.reason ?? expected.message);
  return expected ?? new Refusal('internal');
}

/** Express itself refuses a path that is no valid percent-encoding. */
function uriProblem(error: unknown): Refusal | undefined {
  return error instanceof URIError ? new Refusal('not_found', { cause: error }) : undefined;
}
