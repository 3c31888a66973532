import * as rest from '@campus/rest';
import { openPlaylists } from './rights.ts';
import { additionalOwners } from './seen-by.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';

const visibilities = rest.namedChoices({
  public: { en: 'Public', fr: 'Publique' },
  protected: { en: 'Password-protected', fr: 'Protégée par mot de passe' },
  private: { en: 'Private', fr: 'Privée' },
});

/**
 * Videos in an order. `content` has their addresses and is how the order is changed; `videos` has them whole, as clients
 * read them: as many as an answer has room for.
 */
export const playlists = defineResource({
  path: 'playlists',
  name: { en: 'Playlist', fr: 'Liste de lecture' },
  plural: { en: 'playlists', fr: 'listes de lecture' },
  description: {
    en: 'Videos in the order in which they are to be watched.',
    fr: "Des vidéos, dans l'ordre où les regarder.",
  },
  table: 'playlists',
  lookup: rest.byIdOrSlug,
  fields: {
    id: rest.id(),
    url: rest.address('playlists'),
    name: rest.text({
      label: { en: 'Name', fr: 'Nom' },
      maxLength: 200,
      required: true,
      example: 'Linear algebra',
    }),
    slug: rest.slug({ from: 'name', idDigits: 1 }),
    visibility: rest.choice({
      label: { en: 'Visibility', fr: 'Visibilité' },
      ...visibilities,
      default: 'private',
    }),
    description: rest.text({ blank: true, default: '' }),
    autoplay: rest.boolean({ label: { en: 'Autoplay', fr: 'Lecture automatique' }, default: true }),
    editable: rest.boolean({ label: { en: 'Editable', fr: 'Modifiable' }, readOnly: true }),
    owner: rest.link(() => users, { label: { en: 'Owner', fr: 'Propriétaire' }, required: true }),
    additional_owners: additionalOwners(),
    date_created: rest.dateTime({ label: { en: 'Date created', fr: 'Date de création' }, readOnly: true }),
    date_updated: rest.dateTime({
      label: { en: 'Date updated', fr: 'Date de modification' },
      readOnly: true,
    }),
    content: rest.links(() => videos, {
      label: { en: 'Content', fr: 'Contenu' },
      // A form of somebody who knows nothing of it leaves it as it is.
      default: undefined,
      isOrdered: true,
      onlySeen: true,
    }),
    videos: rest.embedded(() => videos, {
      label: { en: 'Videos', fr: 'Vidéos' },
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
    owner: rest.equals('owner'),
    additional_owners: rest.equals('additional_owners'),
    visibility: rest.equals('visibility'),
    autoplay: rest.equals('autoplay'),
    editable: rest.equals('editable'),
  },
  search: ['name', 'description'],
  ordering: ['name', 'owner', 'visibility', 'date_updated'],
  rights: openPlaylists,
});
