import { formWith } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { givenUser } from '../../../support/accounts.ts';
import { givenVideo } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { signedIn } from '../../../support/visitor.ts';

const service = useService();
const pages = '/admin/personal-data/';

test('A superuser sees and erases what is kept about a user; staff does not', async () => {
  const [boss, helper, ada] = [
    await givenUser(service.db, { isSuperuser: true }),
    await givenUser(service.db, { isStaff: true }),
    await givenUser(service.db),
  ];
  const { slug } = await givenVideo(service.db, { ownerId: ada.id });
  const [superuser, staff, own] = [
    await signedIn(service, boss),
    await signedIn(service, helper),
    await signedIn(service, ada),
  ];
  for (const page of ['', 'export/', 'erase/'])
    expect((await staff.get(`${pages}${page}?who=${ada.id}`)).status).toBe(403);

  const { page } = await superuser.get(`${pages}?who=${ada.id}`);
  expect(page.get('main').text).toContain(`Data of ${ada.username}`);
  const zip = await superuser.open(`${pages}export/?who=${ada.id}`);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect(
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  const asked = await superuser.get(`${pages}erase/?who=${ada.id}`);
  expect(formWith(asked.page, 'who').field('who').value).toBe(String(ada.id));
  expect(asked.page.get('main').text).toContain('The account lets nobody in any more');
  const places = asked.page
    .get('main')
    .all('link', ada.username)
    .map((link) => link.attribute('href') ?? '');
  expect(places[0]).toBe(`/admin/users/${ada.id}/`);
  expect((await superuser.get(places[1] ?? '')).text).toContain(slug);
  expect((await superuser.post(`${pages}erase/`, { who: String(ada.id) })).status).toBe(303);

  expect((await own.get('/accounts/')).status).toBe(302);
  const { rows } = await service.sql.query('select is_active, username from users where id = $1', [ada.id]);
  expect(rows).toEqual([{ is_active: false, username: expect.stringMatching(/^erased-/) }]);
  expect((await superuser.post(`${pages}erase/`, { who: String(boss.id) })).status).toBe(409);
});
