import { hashPassword } from '@campus/accounts';
import { describe, expect, test } from '@jest/globals';
import { type Person, useService } from '../support/service.ts';

const service = useService();

const english =
  'This is the last active superuser who can sign in: it can be neither deleted, deactivated nor demoted.';
const french =
  "C'est le dernier superutilisateur actif qui peut se connecter : il ne peut être ni supprimé, ni désactivé, ni rétrogradé.";

/** A superuser who can sign in. */
async function givenSuperuser(): Promise<Person> {
  return service.givenUser({ isSuperuser: true, passwordHash: await hashPassword('open sesame') });
}

async function activeSuperusers(): Promise<number> {
  return service.db.prisma.user.count({ where: { isSuperuser: true, isActive: true } });
}

/** What takes a superuser away. */
const removals: Record<string, (by: Person, whom: string) => Promise<number>> = {
  deleted: async (by, whom) => (await by.client.delete(whom)).status,
  deactivated: async (by, whom) => (await by.client.patch(whom).send({ is_active: false })).status,
  demoted: async (by, whom) => (await by.client.patch(whom).send({ is_superuser: false })).status,
  'replaced without the flag': async (by, whom) => {
    const { body } = await by.client.get(whom);
    return (await by.client.put(whom).send({ ...body, is_superuser: false })).status;
  },
  'replaced by a form without the box': async (by, whom) => {
    const { body } = await by.client.get(whom);
    return (await by.client.put(whom).type('form').send({ username: body.username })).status;
  },
};

describe('The last active superuser', () => {
  test.each(Object.entries(removals))('is not %s, by whatever address', async (_name, remove) => {
    await service.givenUser({ isSuperuser: true, isActive: false });

    for (const whom of ['/rest/users/me/', `/rest/users/${service.root.id}/`]) {
      expect([whom, await remove(service.root, whom)]).toEqual([whom, 409]);
    }
    expect(await service.root.client.get('/rest/users/me/')).toMatchObject({
      status: 200,
      body: { is_superuser: true, is_active: true },
    });
  });

  test('stays where no other can sign in, having neither a password nor an identity elsewhere', async () => {
    const other = await service.givenUser({ isSuperuser: true });

    expect(await removals.demoted?.(other, `/rest/users/${service.root.id}/`)).toBe(409);
    for (const elsewhere of [{ oidcSubject: 'subject-1' }, { oidcSubject: null, casUser: 'other' }]) {
      await service.db.prisma.user.update({ where: { id: other.id }, data: elsewhere });
      expect(await removals.demoted?.(other, `/rest/users/${service.root.id}/`)).toBe(200);
      await service.db.prisma.user.update({ where: { id: service.root.id }, data: { isSuperuser: true } });
    }

    await service.db.prisma.user.delete({ where: { id: other.id } });
  });

  test('is told why, in both languages, and nothing else of the change is done', async () => {
    const change = { is_superuser: false, first_name: 'Nobody' };

    const en = await service.root.client.patch('/rest/users/me/').send(change);
    const fr = await service.root.client.patch('/rest/users/me/').set('Accept-Language', 'fr').send(change);

    expect([en.status, en.body, fr.body]).toEqual([409, { detail: english }, { detail: french }]);
    expect((await service.root.client.get('/rest/users/me/')).body.first_name).not.toBe('Nobody');
  });

  test('may change everything else', async () => {
    const response = await service.root.client
      .patch('/rest/users/me/')
      .send({ is_staff: false, username: 'chief' });

    expect([response.status, response.body]).toMatchObject([200, { is_staff: false, username: 'chief' }]);
    expect((await service.root.client.get('/rest/users/?search=chief')).body.count).toBe(1);
  });

  test('Given another active one, Then each removal is done', async () => {
    for (const [name, remove] of Object.entries(removals)) {
      const other = await givenSuperuser();
      const status = await remove(service.root, `/rest/users/${other.id}/`);
      expect([name, status]).toEqual([name, name === 'deleted' ? 204 : 200]);
    }
    expect(await activeSuperusers()).toBe(1);
  });

  test.each(['deleted', 'deactivated', 'demoted'])(
    'Given several who are all %s at once, Then exactly one is left',
    async (name) => {
      const remove = removals[name];
      if (remove === undefined) throw new Error(`no removal ${name}`);
      const others = await Promise.all(Array.from({ length: 4 }, () => givenSuperuser()));
      // The first superuser is set aside by hand, so that any of the others may be the last.
      await service.db.prisma.user.update({ where: { id: service.root.id }, data: { isActive: false } });

      const statuses = await Promise.all(others.map((person) => remove(person, `/rest/users/${person.id}/`)));

      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      expect(await activeSuperusers()).toBe(1);
      await service.db.prisma.user.update({ where: { id: service.root.id }, data: { isActive: true } });
      const ids = others.map(({ id }) => id);
      await service.db.prisma.user.deleteMany({ where: { id: { in: ids } } });
    },
  );

  test('Given two who demote each other at once, Then one of them stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [grace, alan] = [await givenSuperuser(), await givenSuperuser()];
      await service.db.prisma.user.update({ where: { id: service.root.id }, data: { isActive: false } });

      const answers = await Promise.all([
        grace.client.patch(`/rest/users/${alan.id}/`).send({ is_superuser: false }),
        alan.client.patch(`/rest/users/${grace.id}/`).send({ is_superuser: false }),
      ]);

      // The second may come so late that its sender is no superuser any more.
      expect([200, 403, 404, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
      expect(await activeSuperusers()).toBe(1);
      await service.db.prisma.user.update({ where: { id: service.root.id }, data: { isActive: true } });
      await service.db.prisma.user.deleteMany({ where: { id: { in: [grace.id, alan.id] } } });
    }
  });
});
