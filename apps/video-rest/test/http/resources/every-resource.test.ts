/**
 * The rules that hold for every resource of the list, whatever it is: one that is added is held to them by being
 * declared.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fewestStatements } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { resources } from '../../../src/http/resources/resources.ts';
import { addressOf, bodyFor, givenObject } from '../../support/given-objects.ts';
import { injections, leaks, rowsOfAllTables } from '../../support/injections.ts';
import { useService } from '../../support/service.ts';

const service = useService();
/** Looked at from without, each statement goes through two more hands: not in all tests. */
const sent: string[] = [];
const counted = useService({}, { statements: sent });
const repositoryRoot = path.resolve(import.meta.dirname, '../../../../..');

function statementsOf(address: string): Promise<string[]> {
  return fewestStatements(sent, () => counted.root.client.get(address).expect(200));
}

/** What is shown, as a text: addresses of media are signed until a second that is later in the next answer. */
function unsigned(shown: object): string {
  return JSON.stringify(shown).replaceAll(/signed\/[^/]+/g, 'signed');
}

describe.each(resources.map((resource) => [resource.path, resource] as const))('%s', (name, resource) => {
  const list = `/rest/${name}/`;
  const may = (action: (typeof resource.actions)[number]) => resource.actions.includes(action);

  test('is in the list of the root, and says in both languages what it is', async () => {
    const { body: root } = await service.ada.client.get('/rest/').expect(200);

    expect(root[name]).toBe(`${service.url}${list}`);
    for (const text of [resource.name, resource.plural, ...resource.fields.map(({ label }) => label)])
      expect([text.en, text.fr]).not.toContain('');
  });

  test('lists every object once, page by page, in any order, for as many statements as one', async () => {
    for (let count = 0; count < 5; count += 1) await givenObject(counted, resource);
    const { body: all } = await counted.root.client.get(`${list}?page_size=1000`).expect(200);
    const keys = (body: { results: object[] }) => body.results.map(unsigned);

    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(all.count / 3); page += 1)
      paged.push(...keys((await counted.root.client.get(`${list}?page_size=3&page=${page}`)).body));

    expect(all.count).toBeGreaterThanOrEqual(5);
    expect(new Set(paged)).toEqual(new Set(keys(all)));
    expect(paged).toHaveLength(all.count);
    expect(await statementsOf(`${list}?page_size=1000`)).toHaveLength(
      (await statementsOf(`${list}?page_size=1`)).length,
    );
  });

  test('is ordered by every field that it shows, or says by which it can be', async () => {
    await givenObject(service, resource);
    for (const { name: field } of resource.fields) {
      const { status, body } = await service.root.client.get(`${list}?ordering=-${field}`);
      expect([field, [200, 400].includes(status)]).toEqual([field, true]);
      if (status === 400) expect(body.ordering[0]).toContain('Use one of: id, ');
    }
  });

  test('takes whatever stands in a parameter or an address as a value', async () => {
    await givenObject(service, resource);
    const before = await rowsOfAllTables(service);
    const { root } = service;
    const paging = ['page', 'page_size', 'limit', 'offset'];
    for (const parameter of [...resource.filters.keys(), 'search', 'ordering', ...paging])
      for (const injection of injections) {
        const { status, body, text } = await root.client.get(list).query({ [parameter]: injection });
        const isRefused = status === 400 || (status === 404 && parameter === 'page');
        expect([parameter, injection, isRefused || (status === 200 && body.count === 0)]).toEqual([
          ...[parameter, injection, true],
        ]);
        expect(text).not.toMatch(leaks);
      }
    for (const value of [...injections, '0', '99999999999', '2147483647', '%00', '..%2f']) {
      const address = `${list}${encodeURIComponent(value)}/`;
      expect((await root.client.get(address)).status).toBe(404);
      expect((await root.client.delete(address)).status).toBe(may('destroy') ? 404 : 405);
    }
    expect((await root.client.get(`${list}?no_such_parameter=1`)).status).toBe(400);
    expect(await rowsOfAllTables(service)).toEqual(before);
  });

  test('shows an object at its address, describes it, and takes back what it showed', async () => {
    const shown = await givenObject(service, resource);
    const address = addressOf(resource, shown);

    expect(unsigned((await service.root.client.get(address).expect(200)).body)).toBe(unsigned(shown));
    expect(Object.keys(shown)).toEqual(
      resource.fields
        .filter(({ writeOnly, isShownOnce }) => !writeOnly && !isShownOnce)
        .map((field) => field.name),
    );
    expect((await service.as({}).get(address)).status).toBe(401);
    const { body: options } = await service.root.client.options(address).expect(200);
    expect(options.actions !== undefined).toBe(may('update'));
    if (!may('update')) return;
    const { body: patched } = await service.root.client.patch(address).send({}).expect(200);
    expect(unsigned(patched)).toBe(unsigned(shown));
    if (resource.takesFile) return;
    expect((await service.root.client.put(address).send(shown).expect(200)).body).toEqual(shown);
  });

  test('refuses what is no object, asks for the fields that OPTIONS requires, and refuses values of other kinds', async () => {
    if (!may('create')) {
      expect((await service.root.client.post(list).send({})).status).toBe(405);
      return;
    }
    const { body: options } = await service.root.client.options(list).expect(200);
    const fields = Object.entries<{ required: boolean }>(options.actions.POST);
    const { status, body } = await service.root.client.post(list).send({});
    const good = await bodyFor(service, resource);

    expect([status, Object.keys(body)]).toEqual([
      400,
      fields.filter(([, field]) => field.required).map(([field]) => field),
    ]);
    expect((await service.root.client.post(list).send([])).status).toBe(400);
    for (const field of resource.fields.filter(({ readOnly, isFile }) => !readOnly && !isFile))
      for (const wrong of [{}, [[]], { $ne: 1 }, '\0', 'x'.repeat(200_000)]) {
        const refused = await service.root.client.post(list).send({ ...good, [field.name]: wrong });
        expect([field.name, wrong, refused.status]).toEqual([field.name, wrong, 400]);
        expect(Object.keys(refused.body)).toContain(field.name);
      }
  });

  test('is removed by who is known alone, and once', async () => {
    if (!may('destroy')) return;
    const address = addressOf(resource, await givenObject(service, resource));

    await service.as({}).delete(address).expect(401);
    await service.root.client.delete(address).expect(204);
    await service.root.client.delete(address).expect(404);
    await service.root.client.get(address).expect(404);
  });
});

test('Every relation of the schema says what becomes of those who refer when what they refer to goes', async () => {
  const schema = await readFile(path.join(repositoryRoot, 'prisma/video-rest/schema.prisma'), 'utf8');
  const relations = schema.match(/@relation\([^)]*fields: .*\)/g) ?? [];

  expect(relations.length).toBeGreaterThan(5);
  expect(relations.filter((relation) => !/onDelete: (Restrict|Cascade|SetNull)\)/.test(relation))).toEqual(
    [],
  );
});
