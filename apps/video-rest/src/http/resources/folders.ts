import * as rest from '@campus/rest';
import { ownFolders } from './rights.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';

/** Where people keep the files and images of their videos: each name once an owner. */
export const folders = defineResource({
  path: 'folders',
  name: ['Folder', 'Dossier'],
  plural: ['folders', 'dossiers'],
  description: ['Where people keep files and images.', 'Où les utilisateurs conservent fichiers et images.'],
  table: 'folders',
  fields: {
    id: rest.id(),
    url: rest.address('folders'),
    name: rest.text({ label: ['Name', 'Nom'], maxLength: 255, required: true, example: 'Subtitles' }),
    owner: rest.link(() => users, { label: ['Owner', 'Propriétaire'], required: true }),
  },
  filters: {
    ...rest.eachEquals('id', 'name'),
    name__icontains: rest.contains('name'),
    owner: rest.equals('owner'),
  },
  uniqueTogether: [{ fields: ['name', 'owner'] }],
  search: ['name'],
  ordering: ['name'],
  rights: ownFolders,
});
