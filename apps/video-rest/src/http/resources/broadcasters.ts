import { aliasOf, boolean, bySlug, equals, hasSlug, id, link, links, slug, text } from '@campus/rest';
import { buildings } from './buildings.ts';
import { jsonText } from './fields/json-text.ts';
import { streamUrl } from './fields/stream-url.ts';
import { groups } from './groups.ts';
import { shownImage } from './images.ts';
import { openBroadcasters } from './rights.ts';
import { seenByStaff } from './seen-by.ts';
import { defineResource } from './services.ts';

const stream = streamUrl({
  label: { en: 'URL', fr: 'URL' },
  column: 'streamUrl',
  maxLength: 200,
  required: true,
  unique: true,
  example: 'rtmp://live.example.org/hall-b',
});

/**
 * Live streaming devices (contract §2 "Broadcaster"). `url` is the address of the stream, not of the resource;
 * newer clients know it as `broadcaster_url`. What `status` means is left to its users; a restricted one is there for
 * staff alone, unlike a restricted video. How a device is steered may hold its password.
 */
export const broadcasters = defineResource({
  path: 'broadcasters',
  name: { en: 'Broadcaster', fr: 'Diffuseur' },
  plural: { en: 'broadcasters', fr: 'diffuseurs' },
  description: { en: 'Devices that stream live.', fr: 'Appareils qui diffusent en direct.' },
  table: 'broadcasters',
  lookup: bySlug,
  fields: {
    id: id(),
    url: stream,
    broadcaster_url: aliasOf('url', stream),
    name: text({
      label: { en: 'name', fr: 'nom' },
      maxLength: 200,
      required: true,
      unique: true,
      example: 'Hall B',
    }),
    slug: slug({ from: 'name', example: 'hall-b' }),
    building: link(() => buildings, { label: { en: 'Building', fr: 'Bâtiment' }, required: true }),
    description: text({ blank: true, default: '' }),
    poster: shownImage({ en: 'Poster', fr: 'Affiche' }),
    status: boolean({ label: { en: 'Status', fr: 'État' }, default: false }),
    is_restricted: boolean({ label: { en: 'Is restricted', fr: 'Accès restreint' }, default: false }),
    manage_groups: links(() => groups, { label: { en: 'Groups', fr: 'Groupes' } }),
    piloting_implementation: text({
      label: { en: 'Piloting implementation', fr: 'Implémentation du pilotage' },
      maxLength: 100,
      nullable: true,
      blank: true,
      default: '',
    }),
    piloting_conf: seenByStaff(
      jsonText({
        label: { en: 'Piloting configuration parameters', fr: 'Paramètres de configuration du pilotage' },
        nullable: true,
        blank: true,
        default: null,
      }),
    ),
  },
  filters: {
    id: equals('id'),
    slug: hasSlug(),
    name: equals('name'),
    building: equals('building'),
    status: equals('status'),
    is_restricted: equals('is_restricted'),
    manage_groups: equals('manage_groups'),
  },
  search: ['name', 'description'],
  ordering: ['building.name', 'name'],
  rights: openBroadcasters,
});
