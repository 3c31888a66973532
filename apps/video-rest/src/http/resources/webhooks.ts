import { blockList, isClosedHost } from '@campus/deliveries';
import {
  address,
  boolean,
  byId,
  dateTime,
  equals,
  id,
  integer,
  link,
  type Problems,
  shownOnce,
  text,
  texts,
  url,
} from '@campus/rest';
import { changeWebhook } from '../../data/webhooks.ts';
import { isStaff } from '../../domain/ownership.ts';
import { isEventPattern, maxPatterns } from '../../webhooks/event-patterns.ts';
import { createWebhook, rotateWebhookSecret, sendTest } from '../../webhooks/keep-webhooks.ts';
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
  name: { en: 'Webhook', fr: 'Webhook' },
  plural: { en: 'webhooks', fr: 'webhooks' },
  description: {
    en: 'Addresses that are told what changes, as Standard Webhooks 1.0 says. The secret is shown once, when it is made.',
    fr: 'Adresses qui sont informées de ce qui change, selon Standard Webhooks 1.0. Le secret est montré une seule fois, à sa création.',
  },
  naming: ['address', 'description'],
  table: 'webhooks',
  lookup: byId,
  fields: {
    id: id(),
    url: address('webhooks'),
    secret: shownOnce({ label: { en: 'Secret', fr: 'Secret' }, schema: secret, show: (made) => made.secret }),
    address: url({ label: { en: 'Address', fr: 'Adresse' }, maxLength: 2000, required: true }),
    description: text({
      label: { en: 'Description', fr: 'Description' },
      maxLength: 200,
      blank: true,
      default: '',
    }),
    events: texts({
      label: { en: 'Events', fr: 'Événements' },
      maxItems: maxPatterns,
      maxLength: 60,
      default: ['*'],
    }),
    active: boolean({ label: { en: 'Active', fr: 'Actif' }, column: 'isActive', default: true }),
    created: dateTime({ label: { en: 'Created', fr: 'Créé le' }, column: 'createdAt', readOnly: true }),
    created_by: link(() => users, { label: { en: 'Created by', fr: 'Créé par' }, readOnly: true }),
    secret_rotated: dateTime({
      label: { en: 'Secret rotated', fr: 'Secret renouvelé le' },
      column: 'rotatedAt',
      readOnly: true,
    }),
    position: integer({ label: { en: 'Last event told', fr: 'Dernier événement envoyé' }, readOnly: true }),
    missed: integer({ label: { en: 'Changes missed', fr: 'Changements manqués' }, readOnly: true }),
    failed_attempts: integer({ label: { en: 'Failed attempts', fr: 'Essais en échec' }, readOnly: true }),
    failing_since: dateTime({ label: { en: 'Failing since', fr: 'En échec depuis' }, readOnly: true }),
    next_attempt: dateTime({
      label: { en: 'Next attempt', fr: 'Prochain essai' },
      column: 'nextAttemptAt',
      readOnly: true,
    }),
    switched_off: dateTime({
      label: { en: 'Switched off by the platform', fr: 'Désactivé par la plateforme' },
      column: 'switchedOffAt',
      readOnly: true,
    }),
  },
  filters: { id: equals('id'), active: equals('active') },
  search: ['address', 'description'],
  ordering: ['-created'],
  onObject: {
    rotate: {
      name: { en: 'Make a new secret', fr: 'Créer un nouveau secret' },
      description: {
        en: 'Makes a new secret, which is shown this once. For a day deliveries are signed with the one before as well.',
        fr: 'Crée un nouveau secret, montré cette seule fois. Pendant un jour, les envois sont aussi signés avec le précédent.',
      },
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
      name: { en: 'Send a test', fr: 'Envoyer un test' },
      description: {
        en: 'Sends the event webhook.test within a second, once, also to a webhook that is not active.',
        fr: "Envoie l'événement webhook.test dans la seconde, une fois, même à un webhook inactif.",
      },
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
  judge({ address: to, events }, { services: { configuration } }): Problems | undefined {
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
    update: ({ id: of, isActive }, { services, values }) =>
      changeWebhook(services.db, Number(of), {
        ...values,
        isSwitchedOn: values.isActive === true && isActive === false,
      }),
  },
});
