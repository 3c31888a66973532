import { translatedError } from '@campus/pages';

/** What is refused about webhooks; nothing has changed when it is thrown. */
export class WebhookError extends translatedError({
  too_many_webhooks: [
    'You have made {limit} webhooks already. Remove those that nobody needs any more.',
    "Vous avez déjà créé {limit} webhooks. Supprimez ceux dont plus personne n'a besoin.",
  ],
  too_many_webhooks_in_all: [
    'There are {limit} webhooks already. Remove those that nobody needs any more.',
    "Il y a déjà {limit} webhooks. Supprimez ceux dont plus personne n'a besoin.",
  ],
  not_failing_at_it: [
    'The webhook does not wait to send this event again: there is nothing to leave out.',
    "Le webhook n'attend pas de renvoyer cet événement : il n'y a rien à ignorer.",
  ],
  too_many_asked: [
    'This webhook has {limit} deliveries to make that somebody has asked for. Ask again when some are made.',
    'Ce webhook a {limit} envois demandés à faire. Redemandez quand certains seront faits.',
  ],
}) {}
