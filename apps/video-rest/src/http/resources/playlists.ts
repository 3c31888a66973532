import {
  address,
  boolean,
  byIdOrSlug,
  choice,
  contains,
  dateTime,
  embedded,
  equals,
  hasSlug,
  id,
  link,
  links,
  namedChoices,
  schemaNamed,
  slug,
  text,
} from '@campus/rest';
import { openPlaylists } from './rights.ts';
import { additionalOwners } from './seen-by.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';

const visibilities = namedChoices({
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
  lookup: byIdOrSlug,
  fields: {
    id: id(),
    url: address('playlists'),
    name: text({
      label: { en: 'Name', fr: 'Nom' },
      maxLength: 200,
      required: true,
      example: 'Linear algebra',
    }),
    slug: slug({ from: 'name', idDigits: 1 }),
    visibility: choice({
      label: { en: 'Visibility', fr: 'Visibilité' },
      ...visibilities,
      default: 'private',
    }),
    description: text({ blank: true, default: '' }),
    autoplay: boolean({ label: { en: 'Autoplay', fr: 'Lecture automatique' }, default: true }),
    editable: boolean({ label: { en: 'Editable', fr: 'Modifiable' }, readOnly: true }),
    owner: link(() => users, { label: { en: 'Owner', fr: 'Propriétaire' }, required: true }),
    additional_owners: additionalOwners(),
    date_created: dateTime({ label: { en: 'Date created', fr: 'Date de création' }, readOnly: true }),
    date_updated: dateTime({ label: { en: 'Date updated', fr: 'Date de modification' }, readOnly: true }),
    content: links(() => videos, {
      label: { en: 'Content', fr: 'Contenu' },
      // A form of somebody who knows nothing of it leaves it as it is.
      default: undefined,
      isOrdered: true,
      onlySeen: true,
    }),
    videos: embedded(() => videos, {
      label: { en: 'Videos', fr: 'Vidéos' },
      column: 'content',
      within: 'video',
      schema: schemaNamed('Video'),
    }),
  },
  filters: {
    id: equals('id'),
    slug: hasSlug(),
    name: equals('name'),
    name__icontains: contains('name'),
    owner: equals('owner'),
    additional_owners: equals('additional_owners'),
    visibility: equals('visibility'),
    autoplay: equals('autoplay'),
    editable: equals('editable'),
  },
  search: ['name', 'description'],
  ordering: ['name', 'owner', 'visibility', 'date_updated'],
  rights: openPlaylists,
});
