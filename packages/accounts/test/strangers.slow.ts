import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser, tokenIn } from './support/open-browser.ts';
import { givenPerson, type House, password, startHouse } from './support/start-house.ts';

let database: TestDatabase;
let own: House;

beforeAll(async () => {
  database = await createTestDatabase('video-rest');
  own = await startHouse(database);
});
afterAll(async () => {
  await own.stop();
  await database.drop();
});

describe('Ninety strangers of one address who sign in at once', () => {
  test('are told to come later where too many passwords wait to be checked, and whoever was right before comes in', async () => {
    const person = await givenPerson(own);
    const known = openBrowser(own);
    await known.signIn(person, password);
    known.cookies.clear();
    // A page each first: the forms then come at one moment.
    const strangers = await Promise.all(
      Array.from({ length: 90 }, async () => {
        const browser = openBrowser(own);
        return { browser, token: tokenIn((await browser.get('/accounts/login/')).text) };
      }),
    );

    let answered = 0;
    const asked = strangers.map(async ({ browser, token }, index) => {
      const fields = { csrfmiddlewaretoken: token, username: `nobody-${index}`, password: 'wrong' };
      const answer = await browser.post('/accounts/login/', fields);
      if (answer.status === 403) answered += 1;
      return answer;
    });
    const meanwhile = await known.signIn(person, password);
    const answeredBefore = answered;
    const answers = await Promise.all(asked);
    const later = answers.filter(({ status }) => status === 429);

    expect(meanwhile.status).toBe(303);
    expect(answeredBefore).toBeLessThan(65);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(90 - later.length);
    expect(later.length).toBeGreaterThan(0);
    for (const { headers, text } of later) {
      expect(headers.get('retry-after')).toBe('5');
      expect(text).toContain('Too many sign-ins from your network');
    }
    // Each check of a name that nobody has costs a whole hash.
  });
});
