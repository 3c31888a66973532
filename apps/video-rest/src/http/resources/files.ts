import * as rest from '@campus/rest';
import { keptFiles } from '../../library/kept-files.ts';
import { maxFileBytes, maxNameCharacters } from '../../library/read-file.ts';
import { storedFile } from './fields/stored-files.ts';
import { folders } from './folders.ts';
import { keptObjects } from './kept-objects.ts';
import { filesInFolders } from './rights.ts';
import { defineResource, type Services } from './services.ts';
import { users } from './users.ts';

/** Documents and subtitles that people keep. A file that is sent gives its name to the object, whatever `name` says. */
export const files = defineResource({
  path: 'files',
  name: ['File', 'Fichier'],
  plural: ['files', 'fichiers'],
  description: [
    'Documents and subtitles that people keep, called as the files that were sent.',
    "Documents et sous-titres que les utilisateurs conservent, nommés d'après les fichiers envoyés.",
  ],
  ...keptObjects(keptFiles),
  fields: {
    id: rest.id(),
    url: rest.address('files'),
    folder: rest.link(() => folders, { label: ['Folder', 'Dossier'], required: true }),
    file: rest.file<Services>({
      label: ['File', 'Fichier'],
      required: true,
      maxBytes: maxFileBytes,
      columns: ['id', 'storedFile'],
      stored: storedFile,
      show: ({ id: kept, storedFile }, { services, base }) =>
        services.media.signedKeptUrl(base, { table: 'files', id: Number(kept), file: String(storedFile) }),
    }),
    created_by: rest.link(() => users, { label: ['Created by', 'Créé par'], required: true }),
    name: rest.text({ label: ['Name', 'Nom'], maxLength: maxNameCharacters, required: true }),
  },
  rights: filesInFolders,
});
