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
  name: ['Share link', 'Lien de partage'],
  plural: ['share links', 'liens de partage'],
  description: [
    'Addresses that open one video to whoever has them, until they expire or are removed. The address is shown once, when it is made.',
    "Adresses qui ouvrent une vidéo à qui les connaît, jusqu'à leur expiration ou leur suppression. L'adresse est montrée une seule fois, à sa création.",
  ],
  table: 'share_links',
  fields: {
    id: rest.id(),
    url: rest.address('share_links'),
    key: rest.shownOnce({
      label: ['Key', 'Clé'],
      schema: { type: 'string', pattern: '^[0-9a-f]{40}$' },
      show: ({ key }) => key,
    }),
    address: rest.shownOnce({
      label: ['Address to pass on', 'Adresse à transmettre'],
      schema: { type: 'string', format: 'uri' },
      show: ({ slug, key }, { base }) =>
        `${base}${sharedVideoAddress({ slug: String(slug) }, { key: String(key) })}`,
    }),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    label: rest.text({ label: ['Label', 'Libellé'], maxLength: 100, blank: true, default: '' }),
    expires: rest.dateTime({ label: ['Expires', 'Expire le'], column: 'expiresAt' }),
    created: rest.dateTime({ label: ['Created', 'Créé le'], column: 'createdAt', readOnly: true }),
    uses: rest.integer({ label: ['Uses', 'Utilisations'], readOnly: true }),
    last_use: rest.dateTime({
      label: ['Last use', 'Dernière utilisation'],
      column: 'lastUsedAt',
      readOnly: true,
    }),
  },
  filters: rest.eachEquals('id', 'video'),
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
