import * as rest from '@campus/rest';
import { openPlaylists } from './rights.ts';
import { additionalOwners } from './seen-by.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';

const visibilities = rest.namedChoices({
  public: ['Public', 'Publique'],
  protected: ['Password-protected', 'Protégée par mot de passe'],
  private: ['Private', 'Privée'],
});

/**
 * Videos in an order. `content` has their addresses and is how the order is changed; `videos` has them whole, as clients
 * read them: as many as an answer has room for.
 */
export const playlists = defineResource({
  path: 'playlists',
  name: ['Playlist', 'Liste de lecture'],
  plural: ['playlists', 'listes de lecture'],
  description: [
    'Videos in the order in which they are to be watched.',
    "Des vidéos, dans l'ordre où les regarder.",
  ],
  table: 'playlists',
  lookup: rest.byIdOrSlug,
  fields: {
    id: rest.id(),
    url: rest.address('playlists'),
    name: rest.text({ label: ['Name', 'Nom'], maxLength: 200, required: true, example: 'Linear algebra' }),
    slug: rest.slug({ from: 'name', idDigits: 1 }),
    visibility: rest.choice({ label: ['Visibility', 'Visibilité'], ...visibilities, default: 'private' }),
    description: rest.text({ blank: true, default: '' }),
    autoplay: rest.boolean({ label: ['Autoplay', 'Lecture automatique'], default: true }),
    editable: rest.boolean({ label: ['Editable', 'Modifiable'], readOnly: true }),
    owner: rest.link(() => users, { label: ['Owner', 'Propriétaire'], required: true }),
    additional_owners: additionalOwners(),
    date_created: rest.dateTime({ label: ['Date created', 'Date de création'], readOnly: true }),
    date_updated: rest.dateTime({ label: ['Date updated', 'Date de modification'], readOnly: true }),
    content: rest.links(() => videos, {
      label: ['Content', 'Contenu'],
      // A form of somebody who knows nothing of it leaves it as it is.
      default: undefined,
      isOrdered: true,
      onlySeen: true,
    }),
    videos: rest.embedded(() => videos, {
      label: ['Videos', 'Vidéos'],
      column: 'content',
      within: 'video',
      schema: rest.schemaNamed('Video'),
    }),
  },
  filters: {
    id: rest.equals('id'),
    slug: rest.hasSlug(),
    name: rest.equals('name'),
    name__icontains: rest.contains('name'),
    ...rest.eachEquals('owner', 'additional_owners', 'visibility', 'autoplay', 'editable'),
  },
  search: ['name', 'description'],
  ordering: ['name', 'owner', 'visibility', 'date_updated'],
  rights: openPlaylists,
});
