import { describe, expect, test } from '@jest/globals';
import { postType } from '../../support/post-resources.ts';
import { type Client, useService } from '../../support/service.ts';

const noEnglish = '-- sorry, no translation provided --';
const noFrench = '-- désolé, aucune traduction fournie --';

const fresh = (word: string) => `${word} ${crypto.randomUUID()}`;

/** The calls of a client in one language. */
function inLanguage(client: Client, language: string) {
  return {
    get: (path: string) => client.get(path).set('Accept-Language', language),
    post: (path: string) => client.post(path).set('Accept-Language', language),
    put: (path: string) => client.put(path).set('Accept-Language', language),
    patch: (path: string) => client.patch(path).set('Accept-Language', language),
  };
}

const titlesOf = (results: { title: string }[]) => results.map(({ title }) => title);

describe('A type', () => {
  const service = useService();
  const english = () => inLanguage(service.staff.client, 'en');
  const french = () => inLanguage(service.staff.client, 'fr');

  test('is created with a title alone, as the contract shows it', async () => {
    const title = fresh('Course');

    const { body, headers } = await service.staff.client.post('/rest/types/').send({ title }).expect(201);

    expect(Object.entries(body)).toEqual([
      ['id', body.id],
      ['url', `${service.url}/rest/types/${body.id}/`],
      ['title', title],
      ['description', noEnglish],
      ['icon', null],
    ]);
    expect(headers.location).toBe(body.url);
  });

  test('is written in the language of the request, and read in it with fallback', async () => {
    const [cours, course] = [fresh('Cours'), fresh('Course')];
    const { body: made } = await french()
      .post('/rest/types/')
      .send({ title: cours, description: 'Magistral' });
    const path = `/rest/types/${made.id}/`;
    const fallback = await english().get(path);
    await english().patch(path).send({ title: course, description: 'Lecture' }).expect(200);

    const both = await Promise.all([english().get(path), french().get(path)]);

    expect(fallback.body).toMatchObject({ title: cours, description: 'Magistral' });
    expect(both.map(({ body }) => [body.title, body.description])).toEqual([
      [course, 'Lecture'],
      [cours, 'Magistral'],
    ]);
    expect(both.map(({ headers }) => headers['content-language'])).toEqual(['en', 'fr']);
  });

  test.each([
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR', 'fr'],
    ['de, fr;q=0.3, en;q=0.2', 'fr'],
    ['en;q=0.1, fr', 'fr'],
    ['en-GB,en;q=0.9', 'en'],
    ['de', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['fr;q=0', 'en'],
    [';;,=;q=x', 'en'],
  ])('asked for with Accept-Language %j comes in %s', async (accepted, language) => {
    const { id } = await postType(service);

    const { body, headers } = await inLanguage(service.ada.client, accepted).get(`/rest/types/${id}/`);

    expect(headers['content-language']).toBe(language);
    expect(body.description).toBe(language === 'fr' ? noFrench : noEnglish);
  });

  test('shows the placeholder only while no language has a description', async () => {
    const { id } = await postType(service);
    const path = `/rest/types/${id}/`;
    const shown = async () => [
      (await english().get(path)).body.description,
      (await french().get(path)).body.description,
    ];

    const none = await shown();
    await french().patch(path).send({ description: 'Une description' }).expect(200);
    const one = await shown();
    await french().patch(path).send({ description: null }).expect(200);
    const again = await shown();
    await english().patch(path).send({ description: 'One' }).expect(200);
    await english().patch(path).send({ description: '' }).expect(200);

    expect(none).toEqual([noEnglish, noFrench]);
    expect(one).toEqual(['Une description', 'Une description']);
    expect(again).toEqual([noEnglish, noFrench]);
    expect(await shown()).toEqual([noEnglish, noFrench]);
  });

  test('that is sent back as it was shown does not take the placeholder for its description', async () => {
    const shown = await postType(service);
    const path = `/rest/types/${shown.id}/`;

    await english().put(path).send(shown).expect(200);
    await french().patch(path).send({ description: noEnglish }).expect(200);

    expect((await french().get(path)).body.description).toBe(noFrench);
  });

  test('has a title that no other has in the same language', async () => {
    const title = fresh('Exam');
    await english().post('/rest/types/').send({ title }).expect(201);

    const again = await english()
      .post('/rest/types/')
      .send({ title: ` ${title} ` });
    const inFrench = await french().post('/rest/types/').send({ title });

    expect([again.status, again.body]).toEqual([400, { title: ['Type with this title already exists.'] }]);
    // The first has no French title, and its English one stands in.
    expect([inFrench.status, inFrench.body]).toEqual([
      400,
      { title: ['Un objet Type avec ce champ titre existe déjà.'] },
    ]);
  });

  test('may have the title that another has in the other language', async () => {
    const [piece, word] = [fresh('pièce'), fresh('piece')];
    const first = await english().post('/rest/types/').send({ title: word });
    await french().patch(`/rest/types/${first.body.id}/`).send({ title: piece }).expect(200);
    const second = await english().post('/rest/types/').send({ title: piece });

    expect(second.status).toBe(400);
    const third = await english()
      .post('/rest/types/')
      .send({ title: fresh('other') });
    await french().patch(`/rest/types/${third.body.id}/`).send({ title: word }).expect(200);
    expect((await french().get(`/rest/types/${third.body.id}/`)).body.title).toBe(word);
  });

  test.each([
    [undefined, 'This field is required.'],
    [null, 'This field may not be null.'],
    ['', 'This field may not be blank.'],
    ['x'.repeat(101), 'Ensure this field has no more than 100 characters.'],
  ])('with the title %j is refused', async (title, message) => {
    const { status, body } = await service.staff.client.post('/rest/types/').send({ title });

    expect([status, body]).toEqual([400, { title: [message] }]);
  });

  test('is found, filtered and sorted by the title that is shown', async () => {
    const mark = crypto.randomUUID();
    const given = [
      { en: `${mark} b`, fr: `${mark} x` },
      { en: `${mark} a`, fr: `${mark} y` },
      { en: undefined, fr: `${mark} c` },
    ];
    for (const { en, fr } of given) {
      const { body } = await french().post('/rest/types/').send({ title: fr }).expect(201);
      if (en !== undefined) await english().patch(`/rest/types/${body.id}/`).send({ title: en }).expect(200);
    }

    const list = (language: 'en' | 'fr', query: string) =>
      inLanguage(service.ada.client, language).get(`/rest/types/?${query}`).expect(200);

    const byDefault = await list('en', `search=${mark}`);
    const inFrench = await list('fr', `search=${mark}`);
    const descending = await list('fr', `search=${mark}&ordering=-title`);
    const filtered = await list('en', `title=${mark}+c`);
    const otherLanguage = await list('en', `title=${mark}+x`);

    expect(titlesOf(byDefault.body.results)).toEqual(['a', 'b', 'c'].map((end) => `${mark} ${end}`));
    expect(titlesOf(inFrench.body.results)).toEqual(['c', 'x', 'y'].map((end) => `${mark} ${end}`));
    expect(titlesOf(descending.body.results)).toEqual(['y', 'x', 'c'].map((end) => `${mark} ${end}`));
    expect(titlesOf(filtered.body.results)).toEqual([`${mark} c`]);
    expect(otherLanguage.body.count).toBe(0);
  });
});

describe('With LANGUAGE_CODE=fr', () => {
  const service = useService({ languageCode: 'fr' });

  test('a request without Accept-Language, or with none of our languages, is in French', async () => {
    const { body: made } = await service.staff.client.post('/rest/types/').send({ title: 'Cours' });
    const refused = await service.staff.client.post('/rest/types/').send({ title: 'Cours' });
    const german = await inLanguage(service.ada.client, 'de').get(`/rest/types/${made.id}/`);
    const english = await inLanguage(service.ada.client, 'en').get(`/rest/types/${made.id}/`);
    const unknown = await service.ada.client.get('/rest/nothing/');
    await inLanguage(service.staff.client, 'en').patch(`/rest/types/${made.id}/`).send({ title: 'Course' });

    expect(made.description).toBe(noFrench);
    expect(refused.body).toEqual({ title: ['Un objet Type avec ce champ titre existe déjà.'] });
    expect([german.headers['content-language'], german.body.description]).toEqual(['fr', noFrench]);
    expect([english.headers['content-language'], english.body.description]).toEqual(['en', noEnglish]);
    expect(unknown.body).toEqual({ detail: 'Non trouvé.' });
    expect((await service.ada.client.get(`/rest/types/${made.id}/`)).body.title).toBe('Cours');
  });

  test('the sentences that the BigBlueButton plugin looks for come without being asked for', async () => {
    const { body: building } = await service.staff.client
      .post('/rest/buildings/')
      .send({ name: 'Principal' });
    const given = { name: 'bbb-Réunion', url: 'rtmp://live.example.org/bbb', building: building.url };
    const first = await service.staff.client.post('/rest/broadcasters/').field(given).field('status', '1');
    const second = await service.staff.client.post('/rest/broadcasters/').field(given).field('status', '1');

    expect([first.status, second.status]).toEqual([201, 400]);
    expect(second.text).toBe(
      '{"url":["Un objet Diffuseur avec ce champ URL existe déjà."],"name":["Un objet Diffuseur avec ce champ nom existe déjà."]}',
    );
  });
});
