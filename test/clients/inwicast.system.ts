import { expect, test } from '@jest/globals';
import { clip } from '../../apps/video-rest/test/support/clips.ts';
import { useClient } from './converse.ts';
import { givenType } from './given.ts';
import { usePlatform } from './use-platform.ts';

const platform = usePlatform();
const importer = useClient(platform, 'inwicast.py');

test('The importer knows the accounts of CAS by their owners, joined by the address of the account', async () => {
  const account = await platform.givenAccount();
  await platform.givenAccount();
  await platform.db.prisma.owner.update({ where: { userId: account.id }, data: { authType: 'CAS' } });

  expect(await importer.call('usernames_of_cas')).toEqual({ [account.username]: account.id });
});

test('The importer sends a file without a name that tells its type, and has it encoded', async () => {
  const owner = await platform.givenAccount();
  const type = await givenType(platform);

  const slug = await importer.call<string>('upload', {
    path: await clip('tiny'),
    owner_id: owner.id,
    type_id: type.id,
    site_id: 1,
    title: 'Café & théorie',
    optional: { description: 'Repris de Mediacenter', is_restricted: 1, allow_downloading: 1 },
  });

  expect(slug).toMatch(/^\d{4}-cafe-theorie$/);
  expect(await importer.call('encode', { slug })).toBe(200);
  expect(await platform.ask(`/rest/videos/${slug}/`)).toMatchObject({
    owner: `${platform.origin}/rest/users/${owner.id}/`,
    type: type.url,
    title: 'Café & théorie',
    description: 'Repris de Mediacenter',
    is_restricted: true,
    allow_downloading: true,
    is_draft: false,
    sites: [`${platform.origin}/rest/sites/1/`],
  });
});
