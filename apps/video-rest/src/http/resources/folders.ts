import { address, byId, contains, equals, id, link, text } from '@campus/rest';
import { ownFolders } from './rights.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';

/** Where people keep the files and images of their videos: each name once an owner. */
export const folders = defineResource({
  path: 'folders',
  name: { en: 'Folder', fr: 'Dossier' },
  plural: { en: 'folders', fr: 'dossiers' },
  description: {
    en: 'Where people keep files and images.',
    fr: 'Où les utilisateurs conservent fichiers et images.',
  },
  table: 'folders',
  lookup: byId,
  fields: {
    id: id(),
    url: address('folders'),
    name: text({ label: { en: 'Name', fr: 'Nom' }, maxLength: 255, required: true, example: 'Subtitles' }),
    owner: link(() => users, { label: { en: 'Owner', fr: 'Propriétaire' }, required: true }),
  },
  filters: {
    id: equals('id'),
    name: equals('name'),
    name__icontains: contains('name'),
    owner: equals('owner'),
  },
  uniqueTogether: [{ fields: ['name', 'owner'] }],
  search: ['name'],
  ordering: ['name'],
  rights: ownFolders,
});
