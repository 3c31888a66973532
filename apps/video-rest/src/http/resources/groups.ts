import * as rest from '@campus/rest';
import { readByAllWrittenByStaff } from './rights.ts';
import { defineResource } from './services.ts';

/** Groups of users, as whoever administers them has use for; of itself a group gives no right. */
export const groups = defineResource({
  path: 'groups',
  name: ['Group', 'Groupe'],
  plural: ['groups', 'groupes'],
  description: ['Groups of users.', "Les groupes d'utilisateurs."],
  table: 'groups',
  fields: {
    id: rest.id(),
    url: rest.address('groups'),
    name: rest.text({
      label: ['name', 'nom'],
      maxLength: 150,
      required: true,
      unique: true,
      example: 'Lecturers',
    }),
  },
  filters: { ...rest.eachEquals('id', 'name'), name__icontains: rest.contains('name') },
  search: ['name'],
  ordering: [],
  rights: readByAllWrittenByStaff,
});
