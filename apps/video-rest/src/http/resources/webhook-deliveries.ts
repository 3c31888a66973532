import { address, byId, choice, dateTime, equals, id, integer, link, namedChoices, text } from '@campus/rest';
import { attemptsOfDelivery } from '../../data/webhooks.ts';
import { isStaff } from '../../domain/ownership.ts';
import { leaveEventOut, sendAgain } from '../../webhooks/keep-webhooks.ts';
import { forStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { webhooks } from './webhooks.ts';

const states = {
  waiting: { en: 'waiting', fr: 'en attente' },
  delivered: { en: 'delivered', fr: 'effectué' },
  failed: { en: 'failed', fr: 'en échec' },
};

const headers = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
};

/** What an attempt sent and what came back. */
const attempts = {
  type: 'array',
  items: {
    type: 'object',
    required: ['startedAt', 'durationMs', 'status', 'error', 'request', 'answer'],
    properties: {
      startedAt: { type: 'string', format: 'date-time' },
      durationMs: { type: 'integer' },
      status: { type: ['integer', 'null'] },
      error: { type: ['string', 'null'] },
      request: { type: 'object', properties: { address: { type: 'string' }, headers } },
      answer: {
        type: ['object', 'null'],
        properties: {
          headers,
          leftOut: { type: 'integer', description: 'Headers that there was no room for' },
          body: { type: 'string' },
          isWhole: { type: 'boolean', description: 'Whether that is all of the body' },
        },
      },
    },
  },
};

/** What webhooks were told: the newest of each. */
export const webhookDeliveries = defineResource({
  path: 'webhook_deliveries',
  name: { en: 'Delivery', fr: 'Envoi' },
  plural: { en: 'deliveries of webhooks', fr: 'envois de webhooks' },
  description: {
    en: 'What webhooks were told, the newest of each, with every attempt: what was sent, and what was answered.',
    fr: 'Ce qui a été envoyé aux webhooks, les derniers envois de chacun, avec chaque essai\u00a0: ce qui est parti, et ce qui a été répondu.',
  },
  naming: ['event'],
  table: 'webhook_deliveries',
  lookup: byId,
  fields: {
    id: id(),
    url: address('webhook_deliveries'),
    webhook: link(() => webhooks, { label: { en: 'Webhook', fr: 'Webhook' }, readOnly: true }),
    number: integer({ label: { en: 'Number', fr: 'Numéro' }, readOnly: true, nullable: true }),
    event: text({ label: { en: 'Event', fr: 'Événement' }, readOnly: true }),
    state: choice({ label: { en: 'State', fr: 'État' }, ...namedChoices(states), readOnly: true }),
    created: dateTime({ label: { en: 'Created', fr: 'Créé le' }, column: 'createdAt', readOnly: true }),
    delivered: dateTime({
      label: { en: 'Delivered', fr: 'Effectué le' },
      column: 'deliveredAt',
      readOnly: true,
    }),
    attempts: integer({ label: { en: 'Attempts', fr: 'Essais' }, column: 'attemptsMade', readOnly: true }),
    last_attempt: dateTime({
      label: { en: 'Last attempt', fr: 'Dernier essai' },
      column: 'lastAttemptAt',
      readOnly: true,
    }),
    status: integer({ label: { en: 'Status', fr: 'Statut' }, readOnly: true, nullable: true }),
    error: text({ label: { en: 'Error', fr: 'Erreur' }, readOnly: true, nullable: true }),
    body: text({ label: { en: 'Body', fr: 'Corps' }, readOnly: true }),
  },
  filters: {
    id: equals('id'),
    webhook: equals('webhook'),
    state: equals('state'),
    event: equals('event'),
    number: equals('number'),
  },
  search: ['event', 'error'],
  ordering: ['-created'],
  actions: ['list', 'retrieve'],
  onObject: {
    attempts: {
      name: { en: 'Attempts', fr: 'Essais' },
      description: {
        en: 'The newest 30 attempts, oldest first, with what was sent and what was answered.',
        fr: 'Les 30 derniers essais, du plus ancien au plus récent, avec ce qui est parti et ce qui a été répondu.',
      },
      methods: {
        GET: {
          may: isStaff,
          answers: attempts,
          act: ({ services }, row) => attemptsOfDelivery(services.db.pool, Number(row.id)),
        },
      },
    },
    send_again: {
      name: { en: 'Send again', fr: 'Renvoyer' },
      description: {
        en: 'Sends it once more within a second, under the same id; one that waits for its next attempt is tried at once.',
        fr: "L'envoie encore une fois dans la seconde, sous le même identifiant\u00a0; un envoi qui attend son prochain essai est tenté aussitôt.",
      },
      methods: {
        POST: {
          may: isStaff,
          answers: 'object',
          act: ({ services }, { id: of, webhookId }) =>
            sendAgain(services, { id: Number(of), webhookId: Number(webhookId) }),
        },
      },
    },
    leave_out: {
      name: { en: 'Leave out', fr: 'Ignorer' },
      description: {
        en: 'Goes on behind an event that waits for its next attempt: it is not sent unless somebody sends it again, and those behind it are.',
        fr: "Passe à la suite d'un événement qui attend son prochain essai : il n'est plus envoyé, sauf si quelqu'un le renvoie, et les suivants le sont.",
      },
      methods: {
        POST: {
          may: isStaff,
          answers: 'object',
          act: ({ services }, { id: of }) => leaveEventOut(services, Number(of)),
        },
      },
    },
  },
  rights: forStaff,
});
