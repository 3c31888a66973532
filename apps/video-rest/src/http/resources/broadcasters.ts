import {
  absent,
  aliasOf,
  boolean,
  bySlug,
  defineResource,
  equals,
  hasSlug,
  id,
  link,
  slug,
  text,
} from '@campus/rest';
import { buildings } from './buildings.ts';
import { streamUrl } from './fields/stream-url.ts';
import { openBroadcasters } from './rights.ts';
import type { Services } from './services.ts';

const stream = streamUrl({
  label: { en: 'URL', fr: 'URL' },
  column: 'streamUrl',
  maxLength: 200,
  required: true,
  unique: true,
});

/**
 * Live streaming devices (contract §2 "Broadcaster"). `url` is the address of the stream, not of the resource;
 * newer clients know it as `broadcaster_url`. What `status` means is left to its users; a restricted one is there for
 * staff alone, as a restricted video is for its owner and staff.
 */
export const broadcasters = defineResource<Services>({
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
    name: text({ label: { en: 'name', fr: 'nom' }, maxLength: 200, required: true, unique: true }),
    slug: slug({ from: 'name' }),
    building: link(() => buildings, { label: { en: 'Building', fr: 'Bâtiment' }, required: true }),
    description: text({ blank: true, default: '' }),
    poster: absent(),
    status: boolean({ label: { en: 'Status', fr: 'État' }, default: false }),
    is_restricted: boolean({ label: { en: 'Is restricted', fr: 'Accès restreint' }, default: false }),
  },
  filters: {
    id: equals('id'),
    slug: hasSlug(),
    name: equals('name'),
    building: equals('building'),
    status: equals('status'),
    is_restricted: equals('is_restricted'),
  },
  search: ['name', 'description'],
  ordering: ['building.name', 'name'],
  rights: openBroadcasters,
});
