import * as rest from '@campus/rest';
import { isStaff } from '../../domain/ownership.ts';
import { fieldMessages } from '../refusals.ts';
import { buildings } from './buildings.ts';
import { groups } from './groups.ts';
import { shownImage } from './images.ts';
import { openBroadcasters } from './rights.ts';
import { seenByStaff } from './seen-by.ts';
import { defineResource } from './services.ts';

const stream = streamUrl({
  label: ['URL', 'URL'],
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
  name: ['Broadcaster', 'Diffuseur'],
  plural: ['broadcasters', 'diffuseurs'],
  description: ['Devices that stream live.', 'Appareils qui diffusent en direct.'],
  table: 'broadcasters',
  lookup: rest.bySlug,
  fields: {
    id: rest.id(),
    url: stream,
    broadcaster_url: rest.aliasOf('url', stream),
    name: rest.text({
      label: ['name', 'nom'],
      maxLength: 200,
      required: true,
      unique: true,
      example: 'Hall B',
    }),
    slug: rest.slug({ from: 'name', example: 'hall-b' }),
    building: rest.link(() => buildings, { label: ['Building', 'Bâtiment'], required: true }),
    description: rest.text({ blank: true, default: '' }),
    poster: shownImage(['Poster', 'Affiche']),
    status: rest.boolean({ label: ['Status', 'État'], default: false }),
    is_restricted: rest.boolean({ label: ['Is restricted', 'Accès restreint'], default: false }),
    manage_groups: rest.links(() => groups, { label: ['Groups', 'Groupes'] }),
    piloting_implementation: rest.text({
      label: ['Piloting implementation', 'Implémentation du pilotage'],
      maxLength: 100,
      nullable: true,
      blank: true,
      default: '',
    }),
    piloting_conf: seenByStaff(
      jsonText({
        label: ['Piloting configuration parameters', 'Paramètres de configuration du pilotage'],
        blank: true,
        ...rest.orNull,
      }),
    ),
  },
  filters: {
    id: rest.equals('id'),
    slug: rest.hasSlug(),
    ...rest.eachEquals('name', 'building', 'status', 'is_restricted', 'manage_groups'),
  },
  search: ['name', 'description'],
  ordering: ['building.name', 'name'],
  rights: openBroadcasters,
});

/** A text that is JSON; kept as it was written. */
function jsonText(options: rest.TextOptions): rest.DeclaredField<unknown> {
  return rest.textual(
    { maxLength: rest.maxTextLength, ...options },
    {
      type: 'string',
      schema: { contentMediaType: 'application/json', example: '{}' },
      refuse: (text) => (isJson(text) ? undefined : { text: fieldMessages.not_json }),
    },
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const schemes = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'srt'];

const notAStream = {
  text: fieldMessages.not_a_stream,
  values: { schemes: schemes.map((scheme) => `${scheme}://`).join(', ') },
};

/**
 * The address of a live stream. The name and the password in it, with which it is published or fetched, are shown to
 * staff alone; so that no order tells them to others, lists are ordered by other fields.
 */
function streamUrl(options: rest.TextOptions): rest.DeclaredField<unknown> {
  return (name) => {
    const field = rest.textual(options, {
      type: 'url',
      schema: { format: 'uri' },
      refuse: (text) => (rest.isUrl(text, schemes) ? undefined : notAStream),
    })(name);
    return {
      ...field,
      columnsIn: () => [],
      show(row, context) {
        const url = String(field.show(row, context));
        return isStaff(context.caller) ? url : withoutCredentials(url);
      },
    };
  };
}

/**
 * The address without the user-info of RFC 3986 §3.2.1, which reaches to the last `@` of the authority, and without
 * the `passphrase` that SRT has in the query.
 */
export function withoutCredentials(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
    .replace(/(?<=[?&])passphrase=[^&#]*&?/gi, '')
    .replace(/[?&](?=#|$)/, '');
}
