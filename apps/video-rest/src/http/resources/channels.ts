import * as rest from '@campus/rest';
import type { ChannelChanges, NewChannel } from '../../data/channels.ts';
import type { NewTheme, ThemeChanges } from '../../data/themes.ts';
import {
  changeChannel,
  changeTheme,
  createChannel,
  createTheme,
  removeArranged,
} from '../../videos/arrange-themes.ts';
import { VideoError } from '../../videos/video-error.ts';
import { shownImage } from './images.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { seenBy } from './seen-by.ts';
import { defineResource } from './services.ts';
import { onSite } from './sites.ts';
import { users } from './users.ts';

/** Videos that belong together; themes of other channels that are named move to it. */
export const channels = defineResource({
  path: 'channels',
  name: ['Channel', 'Chaîne'],
  plural: ['channels', 'chaînes'],
  description: [
    'Videos that belong together, as those of a faculty.',
    "Des vidéos qui vont ensemble, comme celles d'une faculté.",
  ],
  table: 'channels',
  fields: {
    id: rest.id(),
    url: rest.address('channels'),
    title: rest.text({
      label: ['title', 'titre'],
      maxLength: 100,
      required: true,
      unique: true,
      example: 'Mathematics',
    }),
    description: rest.text({ blank: true, default: '' }),
    headband: shownImage(['Headband', 'Bandeau']),
    color: rest.text({
      label: ['Background color', 'Couleur de fond'],
      maxLength: 10,
      blank: true,
      ...rest.orNull,
    }),
    style: rest.text({ label: ['Style', 'Style'], blank: true, ...rest.orNull }),
    owners: seenBy(
      isOfChannel,
      rest.links(() => users, { label: ['Owners', 'Propriétaires'] }),
    ),
    users: seenBy(
      isOfChannel,
      rest.links(() => users, { label: ['Users', 'Utilisateurs'] }),
    ),
    visible: rest.boolean({ label: ['Visible', 'Visible'], default: false }),
    themes: rest.links((): rest.LinkTarget => themes, { label: ['Themes', 'Thèmes'], required: true }),
    site: onSite(),
  },
  filters: {
    ...rest.eachEquals('id', 'title'),
    title__icontains: rest.contains('title'),
    ...rest.eachEquals('owners', 'users', 'visible', 'site'),
  },
  search: ['title', 'description'],
  // As they were made: clients know no other order.
  ordering: [],
  rights: readByAllWrittenByStaff,
  hooks: {
    // The fields above have made these values what the record takes.
    create: ({ services, values }) => createChannel(services, values as NewChannel),
    update: (row, { services, values }) =>
      'themes' in values ? changeChannel(services, Number(row.id), values as ChannelChanges) : values,
    remove: (row, { services, caller: by }) =>
      removeArranged(services, { table: 'channels', id: Number(row.id), by }),
  },
});

/** Whoever owns or uses a channel knows the others who do. */
function isOfChannel({ id }: rest.Caller, { owners, users }: rest.Row): boolean {
  return [owners, users].some((people) => Array.isArray(people) && people.includes(id));
}

/** Parts of channels, in a tree. */
export const themes = defineResource({
  path: 'themes',
  name: ['Theme', 'Thème'],
  plural: ['themes', 'thèmes'],
  description: [
    'Parts of channels, at the top of one or below another theme.',
    "Des parties de chaînes, au sommet de l'une d'elles ou sous un autre thème.",
  ],
  table: 'themes',
  fields: {
    id: rest.id(),
    url: rest.address('themes'),
    parentId: rest.link((): rest.LinkTarget => themes, {
      label: ['Parent', 'Parent'],
      column: 'parentId',
      ...rest.orNull,
    }),
    title: rest.text({ label: ['title', 'titre'], maxLength: 100, required: true, example: 'First year' }),
    headband: shownImage(['Headband', 'Bandeau']),
    description: rest.text({ blank: true, ...rest.orNull }),
    channel: rest.link(() => channels, { label: ['Channel', 'Chaîne'], required: true }),
  },
  filters: {
    ...rest.eachEquals('id', 'title'),
    title__icontains: rest.contains('title'),
    ...rest.eachEquals('channel', 'parentId'),
  },
  uniqueTogether: [
    {
      fields: ['channel', 'title'],
      at: 'title',
      message: {
        text: {
          en: 'A theme of this channel has this title already.',
          fr: 'Un thème de cette chaîne a déjà ce titre.',
        },
      },
    },
  ],
  search: ['title', 'description'],
  ordering: ['channel.title', 'title'],
  judge: judgePlace,
  rights: readByAllWrittenByStaff,
  hooks: {
    create: ({ services, values }) => createTheme(services, values as unknown as NewTheme),
    update: (row, { services, values }) =>
      'channelId' in values || 'parentId' in values
        ? changeTheme(services, Number(row.id), values as ThemeChanges)
        : values,
    remove: (row, { services, caller: by }) =>
      removeArranged(services, { table: 'themes', id: Number(row.id), by }),
  },
});

/** What is above a theme is of its channel, and not below it. */
async function judgePlace(
  { id, channelId }: rest.Row,
  { changes, rowOf }: { changes: rest.Row; rowOf: rest.RowOf },
): Promise<rest.Problems | undefined> {
  const { parentId } = changes;
  if (typeof parentId !== 'number') return undefined;
  const placeOf = (theme: number) => rowOf('themes', ['parentId', 'channelId'], theme);
  const parent = await placeOf(parentId);
  if (parent !== null && parent.channelId !== channelId)
    return { parentId: [{ text: VideoError.messages.parent_elsewhere }] };
  // Nothing is below what is new; the id that a line gives it may be of another here.
  if ('id' in changes) return undefined;
  for (let above: unknown = parentId; typeof above === 'number'; above = (await placeOf(above))?.parentId)
    if (above === id) return { parentId: [{ text: VideoError.messages.parent_within }] };
  return undefined;
}
