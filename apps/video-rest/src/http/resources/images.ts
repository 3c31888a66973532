import type { Pair } from '@campus/pages';
import * as rest from '@campus/rest';
import { isOwnerOrStaff } from '../../domain/ownership.ts';
import { keptImages } from '../../library/kept-images.ts';
import { maxFileBytes, maxNameCharacters } from '../../library/read-file.ts';
import { imageSizes, resizedName } from '../../storage/layout.ts';
import { storedFile } from './fields/stored-files.ts';
import { folders } from './folders.ts';
import { keptObjects } from './kept-objects.ts';
import { imagesInFolders } from './rights.ts';
import { defineResource, type Services } from './services.ts';
import { users } from './users.ts';

/**
 * Pictures that people keep. A file that is sent gives its name to the object, whatever `name` says; smaller ones are
 * made of it, upright, which say nothing of where and with what it was taken.
 */
export const images = defineResource({
  path: 'images',
  name: ['Image', 'Image'],
  plural: ['images', 'images'],
  description: [
    'Pictures that people keep, called as the files that were sent, with smaller ones made of them.',
    "Images que les utilisateurs conservent, nommées d'après les fichiers envoyés, avec leurs versions réduites.",
  ],
  ...keptObjects(keptImages),
  fields: {
    id: rest.id(),
    url: rest.address('images'),
    folder: rest.link(() => folders, { label: ['Folder', 'Dossier'], required: true }),
    file: rest.file<Services>({
      label: ['File', 'Fichier'],
      required: true,
      isImage: true,
      maxBytes: maxFileBytes,
      columns: ['id', 'storedFile', 'folder.ownerId'],
      stored: storedFile,
      show: fileUrl,
    }),
    created_by: rest.link(() => users, { label: ['Created by', 'Créé par'], required: true }),
    name: rest.text({ label: ['Name', 'Nom'], maxLength: maxNameCharacters, required: true }),
    resized: rest.computed<Services>({
      label: ['Resized', 'Redimensionnée'],
      columns: ['id', 'storedFile'],
      schema: {
        type: 'object',
        required: [...imageSizes],
        properties: Object.fromEntries(imageSizes.map((size) => [size, { type: 'string', format: 'uri' }])),
      },
      show: (row, context) =>
        Object.fromEntries(
          imageSizes.map((size) => [size, imageUrl(row, resizedName(String(row.storedFile), size), context)]),
        ),
    }),
  },
  rights: imagesInFolders,
});

/** As it was sent, for whom its folder is; for whoever else is shown it, the largest of what says nothing besides. */
function fileUrl(row: rest.Row, context: rest.ShowContext<Services>): string {
  const { caller } = context;
  const isTheirs = isOwnerOrStaff({ ownerId: Number(row['folder.ownerId']) }, caller);
  const name = String(row.storedFile);
  return imageUrl(row, isTheirs ? name : resizedName(name, 'large'), context);
}

/** Signed: for whoever was shown it. */
function imageUrl({ id }: rest.Row, name: string, { services, base }: rest.ShowContext<Services>): string {
  return services.media.signedKeptUrl(base, { table: 'images', id: Number(id), file: name });
}

/** An image that an object shows; null: none, also once the image is removed. */
export function shownImage(label: Pair): rest.DeclaredField<unknown> {
  return rest.link(() => images, { label, ...rest.orNull });
}
