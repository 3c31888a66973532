import { fill, type Language, type MessageValues, type Translated } from '@campus/pages';
import type { Message } from './messages.ts';

/** Why a request is refused as a whole: status and sentence, as clients of this kind of platform know them. */
const refusals = {
  not_found: { status: 404, en: 'Not found.', fr: 'Non trouvé.' },
  no_such_object: {
    status: 404,
    // English in all languages.
    en: 'No {model} matches the given query.',
    fr: 'No {model} matches the given query.',
    forPeople: {
      en: 'There is no such object, or none that you may see.',
      fr: "Cet objet n'existe pas, ou vous n'avez pas le droit de le voir.",
    },
  },
  invalid_page: { status: 404, en: 'Invalid page.', fr: 'Page non valide.' },
  permission_denied: {
    status: 403,
    en: 'You do not have permission to perform this action.',
    fr: "Vous n'avez pas la permission d'effectuer cette action.",
  },
  not_to_name: {
    status: 403,
    en: 'You may look at what "{field}" names, but not use it elsewhere. Name one of your own.',
    fr: "Vous pouvez consulter ce que désigne «\u00a0{field}\u00a0», mais pas l'utiliser ailleurs. Désignez-en un qui vous appartient.",
  },
  cross_site: {
    status: 403,
    en: 'This request was sent by a page of another site, with credentials that the browser added. Use a token.',
    fr: "Cette requête vient d'une page d'un autre site, avec des identifiants ajoutés par le navigateur. Utilisez un jeton.",
  },
  csrf: {
    status: 403,
    en: 'This request does not come from a page of this site as it is now. Load the page again, and send it once more.',
    fr: "Cette requête ne vient pas d'une page de ce site dans son état actuel. Rechargez la page, puis renvoyez-la.",
  },
  method_not_allowed: {
    status: 405,
    en: 'Method "{method}" not allowed.',
    fr: 'Méthode « {method} » non autorisée.',
  },
  not_acceptable: {
    status: 406,
    en: 'Could not satisfy the request Accept header.',
    fr: "L'en-tête « Accept » n'a pas pu être satisfait.",
  },
  unsupported_media_type: {
    status: 415,
    en: 'Unsupported media type "{type}" in request.',
    fr: 'Type de média « {type} » non supporté dans la requête.',
  },
  json_parse_error: {
    status: 400,
    en: 'JSON parse error - {reason}',
    fr: 'Erreur de lecture du JSON - {reason}',
  },
  multipart_parse_error: {
    status: 400,
    en: 'Multipart form parse error - {reason}',
    fr: 'Erreur de lecture du formulaire « multipart » - {reason}',
  },
  malformed_request: {
    status: 400,
    en: 'The request cannot be read: {reason}',
    fr: 'La requête est illisible\u00a0: {reason}',
  },
  in_use: {
    status: 409,
    en: 'This {model} is still in use ({users}: {count}). Change or delete those first.',
    fr: "Cet objet ({model}) est encore utilisé ({users}\u00a0: {count}). Modifiez ou supprimez-les d'abord.",
  },
  too_large: {
    status: 413,
    en: 'The request body is larger than {limit}.',
    fr: 'Le corps de la requête dépasse {limit}.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side; the request id in X-Request-Id finds it in the log.',
    fr: "Une erreur est survenue de notre côté\u00a0; l'identifiant X-Request-Id la retrouve dans le journal.",
  },
} satisfies Record<string, Told>;

interface Told extends Translated {
  status: number;
  /** What a page says instead; absent: the same. */
  forPeople?: Translated;
}

type RefusalCode = keyof typeof refusals;

/** A request that is refused as a whole, answered `{"detail": …}`. */
export class Refusal extends Error {
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
    refusal: RefusalCode | Told,
    options: {
      values?: MessageValues;
      headers?: Record<string, string>;
      reason?: string;
      cause?: unknown;
    } = {},
  ) {
    const { values = {}, headers = {}, reason, cause } = options;
    const told: Told = typeof refusal === 'string' ? refusals[refusal] : refusal;
    super(fill(told, values, 'en'), { cause });
    this.name = 'Refusal';
    this.code = typeof refusal === 'string' ? refusal : undefined;
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
export class InvalidInput extends Error {
  readonly problems: Record<string, Message[]>;

  constructor(problems: Record<string, Message[]>) {
    super(`invalid input: ${Object.keys(problems).join(', ')}`);
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}
