import { AccountRuleError, personAt } from '@campus/accounts';
import * as rest from '@campus/rest';
import { people, removeAccount } from '../../accounts/people.ts';
import type { AccountColumns } from '../../data/accounts.ts';
import { limitsOf } from '../../videos/quotas.ts';
import { addresses } from '../addresses.ts';
import { fieldMessages } from '../refusals.ts';
import { email, password, username } from './fields/account.ts';
import { groups } from './groups.ts';
import { accounts } from './rights.ts';
import { defineResource, type Services } from './services.ts';

/** Who signs in and owns videos; `/rest/users/me/` is the caller. */
export const users = defineResource({
  path: 'users',
  name: ['User', 'Utilisateur'],
  plural: ['users', 'utilisateurs'],
  description: ['Who signs in and owns videos.', 'Qui se connecte et possède des vidéos.'],
  naming: ['username', 'first_name', 'last_name'],
  table: 'users',
  lookup: rest.byIdOrMe,
  fields: {
    id: rest.id(),
    url: rest.address('users'),
    username: username({
      label: ['Username', "Nom d'utilisateur"],
      example: 'ada.martin',
      required: true,
      unique: { text: AccountRuleError.messages.username_taken },
    }),
    first_name: rest.text({
      label: ['First name', 'Prénom'],
      maxLength: 150,
      blank: true,
      default: '',
      example: 'Ada',
    }),
    last_name: rest.text({
      label: ['Last name', 'Nom'],
      maxLength: 150,
      blank: true,
      default: '',
      example: 'Martin',
    }),
    email: email({
      label: ['Email', 'Adresse e-mail'],
      blank: true,
      default: '',
      example: 'ada.martin@example.org',
    }),
    is_staff: rest.boolean({ label: ['Is staff', "Membre de l'équipe"], default: false }),
    groups: rest.links(() => groups, { label: ['Groups', 'Groupes'] }),
    is_active: rest.boolean({ label: ['Is active', 'Actif'], default: true }),
    is_superuser: rest.boolean({ label: ['Is superuser', 'Superutilisateur'], default: false }),
    password: password(),
    quota_bytes: rest.integer({
      label: ['Quota of sources, in bytes', 'Quota des sources, en octets'],
      column: 'quotaBytes',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      ...rest.orNull,
    }),
    quota_videos: rest.integer({ label: ['Quota of videos', 'Quota de vidéos'], min: 0, ...rest.orNull }),
    usage: rest.computed<Services>({
      label: ['Used and allowed', 'Utilisé et autorisé'],
      columns: ['sourceBytes', 'videoCount', 'quotaBytes', 'quotaVideos'],
      schema: usageSchema(),
      show: (row, { services }) => usageOf(row, services),
    }),
  },
  filters: {
    id: rest.equals('id'),
    username: rest.equalsIgnoringCase('username'),
    email: rest.equalsIgnoringCase('email'),
    ...rest.eachEquals('groups', 'is_staff', 'is_active', 'is_superuser'),
  },
  unshown: ['date_joined'],
  search: ['username', 'first_name', 'last_name', 'email'],
  ordering: ['-date_joined'],
  rights: accounts,
  hooks: {
    // The fields above have made these values what the record takes.
    create: ({ services, caller, values }) =>
      people.create(services.db, {
        ...(values as unknown as NewUser),
        by: personAt(caller, caller.address),
      }),
    async update(row, { services, caller, values }) {
      const isOwnInBrowser = caller.scheme === 'session' && caller.id === row.id;
      // Whoever finds a browser signed in must not take the account over.
      if (isOwnInBrowser && 'password' in values) {
        const elsewhere = { address: addresses.ownAccount };
        throw new rest.InvalidInput({ password: [{ text: fieldMessages.own_password, values: elsewhere }] });
      }
      const { username: newUsername, ...changes } = values as ChangedUser;
      const which = { id: Number(row.id), username: String(row.username) };
      const by = personAt(caller, caller.address);
      await people.change(services.db, { ...changes, ...which, newUsername, by });
      return true;
    },
    remove: (row, { services, caller }) => removeAccount(services, Number(row.id), caller),
  },
});

type NewUser = AccountColumns & { password: string | undefined };
type ChangedUser = Partial<AccountColumns> & { password?: string };

/** What an account uses, and what it may: null without a limit. */
function usageOf({ sourceBytes, videoCount, quotaBytes, quotaVideos }: rest.Row, { quotas }: Services) {
  const own = { quotaBytes: quotaBytes as number | null, quotaVideos: quotaVideos as number | null };
  const { bytes, videos } = limitsOf(own, quotas);
  return {
    bytes: { used: sourceBytes, allowed: bytes ?? null },
    videos: { used: videoCount, allowed: videos ?? null },
  };
}

function usageSchema() {
  const pair = {
    type: 'object',
    required: ['used', 'allowed'],
    properties: { used: { type: 'integer' }, allowed: { type: ['integer', 'null'] } },
  };
  return { type: 'object', required: ['bytes', 'videos'], properties: { bytes: pair, videos: pair } };
}
