import * as rest from '@campus/rest';
import { createShareLink } from '../../videos/share-links.ts';
import { sharedVideoAddress } from '../addresses.ts';
import { fieldMessages } from '../refusals.ts';
import { partsOfOwnVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

/** Addresses that open one video to whoever has them. */
export const shareLinks = defineResource({
  path: 'share_links',
  name: { en: 'Share link', fr: 'Lien de partage' },
  plural: { en: 'share links', fr: 'liens de partage' },
  description: {
    en: 'Addresses that open one video to whoever has them, until they expire or are removed. The address is shown once, when it is made.',
    fr: "Adresses qui ouvrent une vidéo à qui les connaît, jusqu'à leur expiration ou leur suppression. L'adresse est montrée une seule fois, à sa création.",
  },
  table: 'share_links',
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('share_links'),
    key: rest.shownOnce({
      label: { en: 'Key', fr: 'Clé' },
      schema: { type: 'string', pattern: '^[0-9a-f]{40}$' },
      show: ({ key }) => key,
    }),
    address: rest.shownOnce({
      label: { en: 'Address to pass on', fr: 'Adresse à transmettre' },
      schema: { type: 'string', format: 'uri' },
      show: ({ slug, key }, { base }) =>
        `${base}${sharedVideoAddress({ slug: String(slug) }, { key: String(key) })}`,
    }),
    video: rest.link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, required: true, isWhole: true }),
    label: rest.text({ label: { en: 'Label', fr: 'Libellé' }, maxLength: 100, blank: true, default: '' }),
    expires: rest.dateTime({ label: { en: 'Expires', fr: 'Expire le' }, column: 'expiresAt' }),
    created: rest.dateTime({ label: { en: 'Created', fr: 'Créé le' }, column: 'createdAt', readOnly: true }),
    uses: rest.integer({ label: { en: 'Uses', fr: 'Utilisations' }, readOnly: true }),
    last_use: rest.dateTime({
      label: { en: 'Last use', fr: 'Dernière utilisation' },
      column: 'lastUsedAt',
      readOnly: true,
    }),
  },
  filters: { id: rest.equals('id'), video: rest.equals('video') },
  search: ['label'],
  ordering: ['-created'],
  rights: partsOfOwnVideos,
  judge({ id: made }, { services, changes }): rest.Problems | undefined {
    // Whoever has the address has it for this video.
    if (made !== undefined && changes.videoId !== undefined)
      return { video: [{ text: fieldMessages.stays_with_video }] };
    const isOver = changes.expiresAt instanceof Date && changes.expiresAt <= services.now();
    return isOver ? { expires: [{ text: fieldMessages.not_to_come }] } : undefined;
  },
  hooks: {
    // The fields above have made these values what the use case takes.
    async create({ services, values }) {
      const link = values as unknown as Parameters<typeof createShareLink>[1];
      const { id, ...once } = await createShareLink(services, link);
      return { id, once };
    },
  },
});
