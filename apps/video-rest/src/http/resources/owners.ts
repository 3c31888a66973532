import type { Pair } from '@campus/pages';
import * as rest from '@campus/rest';
import { addMembers, ownerNamed, removeMembers } from '../../data/access-groups.ts';
import type { Database } from '../../data/open-database.ts';
import type { Affiliation } from '../../domain/affiliations.ts';
import { isStaff } from '../../domain/ownership.ts';
import { shownImage } from './images.ts';
import { ownersRights } from './rights.ts';
import { seenByStaff } from './seen-by.ts';
import { defineResource, type Services } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';
import { users } from './users.ts';

const name = ['Owner', 'Propriétaire'] as const;
const groupsOfUser = {
  one: {
    field: 'username',
    label: ['Username', "Nom d'utilisateur"],
    example: 'ada.martin',
    model: name[0],
    find: ownerNamed,
  },
  several: { field: 'groups', label: ['Code names', 'Noms de code'], example: 'physics' },
} as const;

const ways = rest.namedChoices({
  local: ['local', 'local'],
  CAS: ['CAS', 'CAS'],
  OIDC: ['OIDC', 'OIDC'],
  Shibboleth: ['Shibboleth', 'Shibboleth'],
});

const affiliationChoices = rest.namedChoices({
  student: ['student', 'étudiant'],
  faculty: ['faculty', 'enseignant ou chercheur'],
  staff: ['staff', 'personnel administratif ou technique'],
  employee: ['employee', 'employé'],
  member: ['member', 'membre'],
  affiliate: ['affiliate', 'affilié'],
  alum: ['alumnus', 'ancien étudiant'],
  'library-walk-in': ['library visitor', 'lecteur de passage'],
  researcher: ['researcher', 'chercheur'],
  retired: ['retired', 'retraité'],
  emeritus: ['emeritus', 'émérite'],
  teacher: ['teacher', 'enseignant'],
  'registered-reader': ['registered reader', 'lecteur inscrit'],
} satisfies Record<Affiliation, Pair>);

/** Users as those who own videos: each has one, which comes and goes with the user. */
export const owners = defineResource({
  path: 'owners',
  name,
  plural: ['owners', 'propriétaires'],
  description: [
    'Users as those who own videos: each is one, made and removed with the user.',
    'Les utilisateurs comme propriétaires de vidéos\u00a0: chacun en est un, créé et supprimé avec lui.',
  ],
  table: 'owners',
  fields: {
    id: rest.id(),
    url: rest.address('owners'),
    user: rest.link(() => users, { label: ['User', 'Utilisateur'], readOnly: true }),
    auth_type: rest.choice({ label: ['Authentication type', "Type d'authentification"], ...ways }),
    affiliation: rest.choice({ label: ['Affiliation', 'Affiliation'], ...affiliationChoices }),
    // What the team notes of somebody is not for them.
    commentaire: seenByStaff(rest.text({ label: ['Comment', 'Commentaire'], blank: true, default: '' })),
    // Elsewhere it leads to the files of somebody, and so is a secret; here nothing hangs on one.
    hashkey: rest.absent(),
    userpicture: shownImage(['Picture', 'Photo']),
    sites: onSites(),
    accessgroup_set: rest.computed({
      label: ['Access groups', "Groupes d'accès"],
      columns: ['accessGroups'],
      schema: { type: 'array', items: { type: 'string', format: 'uri' } },
      show: ({ accessGroups }, { base }) =>
        Array.isArray(accessGroups)
          ? accessGroups.map((group) => rest.objectUrl(base, 'accessgroups', group))
          : [],
    }),
  },
  filters: { ...rest.eachEquals('id', 'user'), sites: sitesFilter() },
  uniqueTogether: [{ fields: ['user'] }],
  search: ['user.username', 'user.first_name', 'user.last_name', 'user.email'],
  ordering: ['-user'],
  actions: ['list', 'retrieve', 'update'],
  onList: {
    accessgroups_set_user_accessgroup: membership(
      ['Put a user into access groups', "Mettre un utilisateur dans des groupes d'accès"],
      {
        ...groupsOfUser,
        change: (db, username, codeNames) => addMembers(db, { codeNames, usernames: [username] }),
      },
    ),
    accessgroups_remove_user_accessgroup: membership(
      ['Take a user out of access groups', "Retirer un utilisateur de groupes d'accès"],
      {
        ...groupsOfUser,
        change: (db, username, codeNames) => removeMembers(db, { codeNames, usernames: [username] }),
      },
    ),
  },
  rights: ownersRights,
});

/** One side of a membership, by the names that clients know: users by user name, access groups by code name. */
interface Side {
  field: string;
  label: Pair;
  /** A name that one of them may have. */
  example: string;
}

/**
 * An action for staff that puts one into several, or takes it out of them. It answers the one; names among the
 * several that nobody has, or can have, are passed over.
 */
export function membership(
  name: Pair,
  action: {
    one: Side & { model: string; find: (db: Database, name: string) => Promise<number | undefined> };
    several: Side;
    change: (db: Database, one: string, several: readonly string[]) => Promise<void>;
  },
): rest.DeclaredAction<Services, undefined> {
  const { one, several, change } = action;
  return {
    name,
    isBeside: true,
    methods: {
      POST: {
        may: isStaff,
        takes: {
          [one.field]: rest.text({ label: one.label, column: 'one', required: true, example: one.example }),
          [several.field]: rest.texts({
            label: several.label,
            example: [several.example],
            column: 'several',
            required: true,
            default: undefined,
            maxItems: 1000,
            blank: true,
          }),
        },
        answers: 'object',
        async act({ services, values }) {
          const id = await one.find(services.db, String(values.one));
          if (id === undefined) throw new rest.Refusal('no_such_object', { values: { model: one.model } });
          await change(services.db, String(values.one), values.several as string[]);
          return id;
        },
      },
    },
  };
}
