import { blockList, isClosedHost } from '@campus/deliveries';
import * as rest from '@campus/rest';
import { attemptsOfDelivery, begunAnew } from '../../data/webhooks.ts';
import { isStaff } from '../../domain/ownership.ts';
import { isEventPattern, maxPatterns } from '../../webhooks/event-patterns.ts';
import {
  createWebhook,
  leaveEventOut,
  rotateWebhookSecret,
  sendAgain,
  sendTest,
} from '../../webhooks/keep-webhooks.ts';
import { apiDeliveriesAddress } from '../addresses.ts';
import { fieldMessages } from '../refusals.ts';
import { apiWords } from './api-words.ts';
import { forStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { toldResources } from './told-resources.ts';
import { users } from './users.ts';

const secret = {
  type: 'string',
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  example: 'whsec_mjbXTGE8bVnpz2ms7rzRJPBnCTNwhyTpPbOJYHdMKUo=',
};

/** Addresses that are told what changes. */
export const webhooks = defineResource({
  path: 'webhooks',
  name: ['Webhook', 'Webhook'],
  plural: ['webhooks', 'webhooks'],
  description: [
    'Addresses that are told what changes, as Standard Webhooks 1.0 says. The secret is shown once, when it is made.',
    'Adresses qui sont informées de ce qui change, selon Standard Webhooks 1.0. Le secret est montré une seule fois, à sa création.',
  ],
  naming: ['address', 'description'],
  table: 'webhooks',
  fields: {
    id: rest.id(),
    url: rest.address('webhooks'),
    secret: rest.shownOnce({
      label: ['Secret', 'Secret'],
      schema: secret,
      show: (made) => made.secret,
    }),
    address: rest.url({ label: ['Address', 'Adresse'], maxLength: 2000, required: true }),
    description: rest.text({
      label: ['Description', 'Description'],
      maxLength: 200,
      blank: true,
      default: '',
    }),
    events: rest.texts({
      label: ['Events', 'Événements'],
      maxItems: maxPatterns,
      maxLength: 60,
      default: ['*'],
    }),
    active: rest.boolean({ label: ['Active', 'Actif'], column: 'isActive', default: true }),
    created: rest.dateTime({ label: ['Created', 'Créé le'], column: 'createdAt', readOnly: true }),
    created_by: rest.link(() => users, { label: ['Created by', 'Créé par'], readOnly: true }),
    secret_rotated: rest.dateTime({
      label: ['Secret rotated', 'Secret renouvelé le'],
      column: 'rotatedAt',
      readOnly: true,
    }),
    position: rest.integer({ label: ['Last event told', 'Dernier événement envoyé'], readOnly: true }),
    missed: rest.integer({ label: ['Changes missed', 'Changements manqués'], readOnly: true }),
    failed_attempts: rest.integer({ label: ['Failed attempts', 'Essais en échec'], readOnly: true }),
    failing_since: rest.dateTime({ label: ['Failing since', 'En échec depuis'], readOnly: true }),
    next_attempt: rest.dateTime({
      label: ['Next attempt', 'Prochain essai'],
      column: 'nextAttemptAt',
      readOnly: true,
    }),
    switched_off: rest.dateTime({
      label: ['Switched off by the platform', 'Désactivé par la plateforme'],
      column: 'switchedOffAt',
      readOnly: true,
    }),
  },
  filters: rest.eachEquals('id', 'active'),
  search: ['address', 'description'],
  ordering: ['-created'],
  onObject: {
    rotate: {
      name: ['Make a new secret', 'Créer un nouveau secret'],
      description: [
        'Makes a new secret, which is shown this once. For a day deliveries are signed with the one before as well.',
        'Crée un nouveau secret, montré cette seule fois. Pendant un jour, les envois sont aussi signés avec le précédent.',
      ],
      methods: {
        POST: {
          may: isStaff,
          answers: { type: 'object', required: ['secret'], properties: { secret } },
          act: async ({ services }, row) => ({
            secret: await rotateWebhookSecret(services, Number(row.id)),
          }),
        },
      },
    },
    test: {
      name: ['Send a test', 'Envoyer un test'],
      description: [
        'Sends the event webhook.test within a second, once, also to a webhook that is not active.',
        "Envoie l'événement webhook.test dans la seconde, une fois, même à un webhook inactif.",
      ],
      methods: {
        POST: {
          may: isStaff,
          answers: 'object',
          act: ({ services }, row) => sendTest(services, Number(row.id)),
        },
      },
    },
  },
  rights: forStaff,
  judge({ address: to, events }, { services: { configuration } }): rest.Problems | undefined {
    const { hostname, username, password, hash } = new URL(String(to));
    if (username !== '' || password !== '' || hash !== '')
      return { address: [{ text: fieldMessages.bare_address }] };
    if (isClosedHost(hostname, blockList(configuration.webhookNetworks)))
      return { address: [{ text: fieldMessages.closed_network }] };
    const paths = toldResources.map(({ path }) => path);
    const unknown = (events as string[]).find((event) => !isEventPattern(event, paths));
    return unknown === undefined
      ? undefined
      : { events: [{ text: fieldMessages.no_event, values: { event: unknown } }] };
  },
  links: ({ id: of }) => [{ text: apiWords.deliveries, href: apiDeliveriesAddress({ webhook: Number(of) }) }],
  hooks: {
    async create({ services, caller, values }) {
      const webhook = values as unknown as Parameters<typeof createWebhook>[1];
      const { id: made, ...once } = await createWebhook(services, { ...webhook, createdById: caller.id });
      return { id: made, once };
    },
    update: ({ isActive }, { values }) =>
      values.isActive === true && isActive === false ? { ...values, ...begunAnew } : values,
  },
});

const states = {
  waiting: ['waiting', 'en attente'],
  delivered: ['delivered', 'effectué'],
  failed: ['failed', 'en échec'],
} as const;

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
  name: ['Delivery', 'Envoi'],
  plural: ['deliveries of webhooks', 'envois de webhooks'],
  description: [
    'What webhooks were told, the newest of each, with every attempt: what was sent, and what was answered.',
    'Ce qui a été envoyé aux webhooks, les derniers envois de chacun, avec chaque essai\u00a0: ce qui est parti, et ce qui a été répondu.',
  ],
  naming: ['event'],
  table: 'webhook_deliveries',
  fields: {
    id: rest.id(),
    url: rest.address('webhook_deliveries'),
    webhook: rest.link(() => webhooks, { label: ['Webhook', 'Webhook'], readOnly: true }),
    number: rest.integer({ label: ['Number', 'Numéro'], readOnly: true, nullable: true }),
    event: rest.text({ label: ['Event', 'Événement'], readOnly: true }),
    state: rest.choice({ label: ['State', 'État'], ...rest.namedChoices(states), readOnly: true }),
    created: rest.dateTime({ label: ['Created', 'Créé le'], column: 'createdAt', readOnly: true }),
    delivered: rest.dateTime({ label: ['Delivered', 'Effectué le'], column: 'deliveredAt', readOnly: true }),
    attempts: rest.integer({ label: ['Attempts', 'Essais'], column: 'attemptsMade', readOnly: true }),
    last_attempt: rest.dateTime({
      label: ['Last attempt', 'Dernier essai'],
      column: 'lastAttemptAt',
      readOnly: true,
    }),
    status: rest.integer({ label: ['Status', 'Statut'], readOnly: true, nullable: true }),
    error: rest.text({ label: ['Error', 'Erreur'], readOnly: true, nullable: true }),
    body: rest.text({ label: ['Body', 'Corps'], readOnly: true }),
  },
  filters: rest.eachEquals('id', 'webhook', 'state', 'event', 'number'),
  search: ['event', 'error'],
  ordering: ['-created'],
  actions: ['list', 'retrieve'],
  onObject: {
    attempts: {
      name: ['Attempts', 'Essais'],
      description: [
        'The newest 30 attempts, oldest first, with what was sent and what was answered.',
        'Les 30 derniers essais, du plus ancien au plus récent, avec ce qui est parti et ce qui a été répondu.',
      ],
      methods: {
        GET: {
          may: isStaff,
          answers: attempts,
          act: ({ services }, row) => attemptsOfDelivery(services.db.pool, Number(row.id)),
        },
      },
    },
    send_again: {
      name: ['Send again', 'Renvoyer'],
      description: [
        'Sends it once more within a second, under the same id; one that waits for its next attempt is tried at once.',
        "L'envoie encore une fois dans la seconde, sous le même identifiant\u00a0; un envoi qui attend son prochain essai est tenté aussitôt.",
      ],
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
      name: ['Leave out', 'Ignorer'],
      description: [
        'Goes on behind an event that waits for its next attempt: it is not sent unless somebody sends it again, and those behind it are.',
        "Passe à la suite d'un événement qui attend son prochain essai : il n'est plus envoyé, sauf si quelqu'un le renvoie, et les suivants le sont.",
      ],
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
