import * as rest from '@campus/rest';
import { accessGroupNamed, addMembers, removeMembers } from '../../data/access-groups.ts';
import { membership, owners } from './owners.ts';
import { readByAllWrittenByStaff } from './rights.ts';
import { seenByStaff } from './seen-by.ts';
import { defineResource } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';

const name = ['Access group', "Groupe d'accès"] as const;
const usersOfGroup = {
  one: {
    field: 'code_name',
    label: ['Code name', 'Nom de code'],
    example: 'physics',
    model: name[0],
    find: accessGroupNamed,
  },
  several: { field: 'users', label: ['User names', "Noms d'utilisateur"], example: 'ada.martin' },
} as const;

/** Those for whom videos can be opened. Everybody sees which groups there are, staff who is in them. */
export const accessGroups = defineResource({
  path: 'accessgroups',
  name,
  plural: ['access groups', "groupes d'accès"],
  description: [
    'Those for whom videos can be opened; staff sees who is in them.',
    "Ceux à qui des vidéos peuvent être ouvertes\u00a0; l'équipe voit qui en est membre.",
  ],
  naming: ['display_name', 'code_name'],
  table: 'access_groups',
  fields: {
    id: rest.id(),
    url: rest.address('accessgroups'),
    display_name: rest.text({
      label: ['Display name', 'Nom affiché'],
      maxLength: 128,
      blank: true,
      default: '',
    }),
    code_name: rest.text({
      label: ['Code name', 'Nom de code'],
      example: 'physics',
      maxLength: 250,
      required: true,
      unique: true,
    }),
    sites: onSites(),
    users: seenByStaff(rest.links(() => owners, { label: ['Members', 'Membres'] })),
  },
  filters: {
    ...rest.eachEquals('id', 'display_name', 'code_name', 'users'),
    sites: sitesFilter(),
  },
  search: ['display_name', 'code_name'],
  ordering: ['display_name'],
  onList: {
    accessgroups_set_users_by_name: membership(
      ['Put users into an access group', "Mettre des utilisateurs dans un groupe d'accès"],
      {
        ...usersOfGroup,
        change: (db, group, usernames) => addMembers(db, { codeNames: [group], usernames }),
      },
    ),
    accessgroups_remove_users_by_name: membership(
      ['Take users out of an access group', "Retirer des utilisateurs d'un groupe d'accès"],
      {
        ...usersOfGroup,
        change: (db, group, usernames) => removeMembers(db, { codeNames: [group], usernames }),
      },
    ),
  },
  rights: readByAllWrittenByStaff,
});
