import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { expectAccessible, expectOperable, useBrowser } from '../src/browser/index.ts';
import { startProcess } from '../src/index.ts';
import { startOpenIdProvider } from '../src/openid/index.ts';
import { page, useSite } from './support/use-site.ts';

const script = (file: string) => page('', { head: `<script src="${file}"></script>` });

const site = useSite({
  '/': page('<p>All is well.</p>'),
  '/inline-script': page('<script>document.title = "run"</script>'),
  '/inline-style': page('<p style="color: red">Red</p>'),
  '/console': script('/console.js'),
  '/console.js': { type: 'text/javascript', body: 'console.warn("a trifle"); console.error("amiss");' },
  '/exception': script('/exception.js'),
  '/exception.js': { type: 'text/javascript', body: 'throw new Error("it broke");' },
  '/other-host': page('<img src="http://images.example.org/cat.png" alt="A cat">'),
  '/missing-image': page('<img src="/cat.png" alt="A cat">'),
  '/failing': { ...page('<p>Sorry.</p>'), status: 500 },
  '/form': { ...page('<p>This field is required.</p>'), status: 400 },
  '/linking': page('<a href="/form" target="_blank">A form</a>'),
  '/framing-form': page('<iframe src="/form" title="A form"></iframe>'),
  '/form-with-missing-image': { ...page('<img src="/cat.png" alt="A cat">'), status: 404 },
  '/form-asked-twice': { ...script('/again.js'), status: 400 },
  '/again.js': { type: 'text/javascript', body: 'fetch(location.href);' },
  '/title': script('/title.js'),
  '/title.js': { type: 'text/javascript', body: 'document.title = "changed by JavaScript";' },
  '/told': (request) => page(`<pre>${request.headers['accept-language']} ${request.headers.cookie}</pre>`),
  '/cookie': script('/cookie.js'),
  '/cookie.js': { type: 'text/javascript', body: 'document.cookie = "flavour=oat";' },
  '/signed-in': page('<p>Welcome.</p>'),
  '/no-alternative': page('<img src="/dot.svg">'),
  '/no-heading': page('<table><tr><th></th></tr><tr><td>A cell</td></tr></table>'),
  '/dot.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  '/hard-to-operate': page('<a href="/">A link</a><button tabindex="1">First</button><p>Wide enough</p>', {
    head: '<link rel="stylesheet" href="/hard-to-operate.css">',
  }),
  '/hard-to-operate.css': {
    type: 'text/css',
    body: 'a:focus { outline: none } p { width: 7em; overflow: hidden; white-space: nowrap }',
  },
  '/framing': page('<iframe src="/no-alternative" title="A frame"></iframe>'),
});
const browser = useBrowser(() => site.url);

describe('A page that misbehaves is noticed', () => {
  // The test fails unless every expected problem was seen, and if any other was.
  test.each([
    ['/inline-script', [/Executing inline script violates/, /securitypolicyviolation of script-src-elem/]],
    ['/inline-style', [/Applying inline style violates/, /securitypolicyviolation of style-src-attr/]],
    ['/console', [/^error on the console: amiss .*console.js:1/]],
    ['/exception', [/^uncaught exception: Error: it broke/]],
    [
      '/other-host',
      [/^request to another origin: GET http:\/\/images\.example\.org\/cat\.png$/, /ERR_NAME_/],
    ],
    ['/missing-image', [/status of 404 .*cat\.png/]],
    ['/failing', [/^answered 500: GET .*\/failing$/, /status of 500/]],
    ['/form', [/status of 400 .*\/form\)/]],
  ])('%s', async (address, expectedProblems) => {
    const opened = await browser.newPage({ expectedProblems });
    await opened.goto(address);
  });

  test.each([
    ['/inline-style', [/Applying inline style violates/]],
    ['/other-host', [/^request to another origin: GET http:\/\/images\.example\.org/, /ERR_NAME_/]],
    ['/missing-image', [/status of 404 .*cat\.png/]],
  ])('%s, without JavaScript too', async (address, expectedProblems) => {
    const opened = await browser.newPage({ javaScript: false, expectedProblems });
    await opened.goto(address);
  });

  test('Given a second tab and a page that is closed, Then they are watched as well', async () => {
    const opened = await browser.newPage({ expectedProblems: [/amiss/, /it broke/] });
    const tab = await opened.context().newPage();
    await tab.goto('/console');
    await opened.goto('/exception');
    await opened.close();
  });
});

describe('A page that may be refused', () => {
  test('Given an expected status, Then the message of the browser about it is no problem', async () => {
    const opened = await browser.newPage({ expectedStatuses: [400, 500] });
    expect((await opened.goto('/form'))?.status()).toBe(400);
    expect((await opened.goto('/failing#top'))?.status()).toBe(500);
  });

  test('Given an expected status, When a link opens the page in a new tab, Then it is no problem either', async () => {
    const opened = await browser.newPage({ expectedStatuses: [400] });
    await opened.goto('/linking');
    const tab = opened.waitForEvent('popup');
    await opened.getByRole('link').click();
    await (await tab).getByText('This field is required.').waitFor();
  });

  test('Given an expected status, Then a frame with that status stays a problem', async () => {
    const opened = await browser.newPage({ expectedStatuses: [400], expectedProblems: [/400 .*\/form\)/] });
    await opened.goto('/framing-form');
  });

  test('Given an expected status, Then the same status of what the page loads stays a problem', async () => {
    const opened = await browser.newPage({ expectedStatuses: [404], expectedProblems: [/404 .*cat\.png/] });
    await opened.goto('/form-with-missing-image');
  });

  test('Given an expected status, When a script asks for the same address, Then that is a problem', async () => {
    const opened = await browser.newPage({
      expectedStatuses: [400],
      expectedProblems: [/400 .*form-asked-twice/],
    });
    await opened.goto('/form-asked-twice', { waitUntil: 'networkidle' });
  });
});

describe('A page is opened as asked', () => {
  test('Given nothing asked, Then it is English and light, and runs JavaScript', async () => {
    const opened = await browser.newPage();
    await opened.goto('/told');
    expect(await opened.locator('pre').textContent()).toBe('en-GB undefined');
    expect(await opened.evaluate("matchMedia('(prefers-color-scheme: light)').matches")).toBe(true);
    await opened.goto('/title');
    expect(await opened.title()).toBe('changed by JavaScript');
  });

  test('Given everything asked, Then it is so', async () => {
    const opened = await browser.newPage({
      javaScript: false,
      language: 'fr',
      colourScheme: 'dark',
      viewport: { width: 360, height: 640 },
    });
    await opened.goto('/told');
    expect(await opened.locator('pre').textContent()).toBe('fr-FR undefined');
    expect(await opened.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true);
    expect(await opened.evaluate('innerWidth')).toBe(360);
    await opened.goto('/title');
    expect(await opened.title()).toBe('A page');
  });

  test('Given another origin that is allowed, Then it may be asked', async () => {
    const opened = await browser.newPage({
      otherOrigins: ['http://images.example.org/any/path'],
      expectedProblems: [/ERR_NAME_NOT_RESOLVED/],
    });
    await opened.goto('/other-host');
  });

  test('Given two pages, Then the cookies of one are unknown to the other', async () => {
    const [one, other] = [await browser.newPage(), await browser.newPage()];
    await one.goto('/cookie');
    await one.goto('/told');
    await other.goto('/told');
    expect(await one.locator('pre').textContent()).toContain('flavour=oat');
    expect(await other.locator('pre').textContent()).toContain('undefined');
  });
});

describe('expectAccessible', () => {
  test.each([true, false])(
    'Given a page without faults, with JavaScript %s, Then it passes',
    async (javaScript) => {
      const opened = await browser.newPage({ javaScript });
      await opened.goto('/');
      await expectAccessible(opened);
    },
  );

  test.each([true, false])(
    'Given an image without alternative, with JavaScript %s, Then rule, impact and element are named',
    async (javaScript) => {
      const opened = await browser.newPage({ javaScript });
      await opened.goto('/no-alternative');
      await expect(expectAccessible(opened)).rejects.toThrow(
        /image-alt \(critical\): Images must have alternative text\n +<img src="\/dot.svg">/,
      );
    },
  );

  test('Given a fault that is minor, Then it is found as well', async () => {
    const opened = await browser.newPage();
    await opened.goto('/no-heading');
    await expect(expectAccessible(opened)).rejects.toThrow(/empty-table-header \(minor\)/);
  });

  test('Given a fault in a frame, Then it is found', async () => {
    const opened = await browser.newPage();
    await opened.goto('/framing');
    await expect(expectAccessible(opened)).rejects.toThrow(/image-alt \(critical\)/);
  });
});

describe('expectOperable', () => {
  test('Given a page without faults, Then it passes', async () => {
    const opened = await browser.newPage();
    await opened.goto('/');
    await expectOperable(opened);
  });

  test('Given a link that hides its focus, a place in the order of its own, and text with no room, Then all are named', async () => {
    const opened = await browser.newPage();
    await opened.goto('/hard-to-operate');
    await expect(expectOperable(opened)).rejects.toThrow(
      /- does not show its focus: <a href="\/">.*- out of the order of the document: <button.*- cut off with more spacing: <p>/s,
    );
  });
});

test('Given an OpenID provider that is allowed, Then a person signs in by its page', async () => {
  const provider = await startOpenIdProvider({
    clients: [
      { clientId: 'site', clientSecret: 'a-secret-of-the-tests', redirectUris: [`${site.url}/signed-in`] },
    ],
    people: [{ subject: 'ada', claims: { name: 'Ada & Co' } }],
  });
  try {
    const opened = await browser.newPage({ otherOrigins: [provider.issuer] });
    const query = new URLSearchParams({
      client_id: 'site',
      redirect_uri: `${site.url}/signed-in`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update('a-verifier').digest('base64url'),
      code_challenge_method: 'S256',
    });
    await opened.goto(`${provider.issuer}/auth?${query}`);
    await expectAccessible(opened);
    await opened.getByRole('button', { name: 'Ada & Co' }).click();
    await opened.waitForURL('/signed-in?*');
    expect(new URL(opened.url()).searchParams.get('code')).toMatch(/./);
  } finally {
    await provider.stop();
  }
});

test('A problem that was not expected fails its test, and so does an expected one that never came', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  await using jest = startProcess({
    command: process.execPath,
    args: [
      path.join(root, 'node_modules/jest/bin/jest.js'),
      '--ci',
      '--config',
      JSON.stringify({
        rootDir: path.dirname(import.meta.dirname),
        testMatch: ['<rootDir>/test/support/misbehaving-pages.ts'],
        testEnvironment: path.join(root, 'test/environment.mjs'),
        testRunner: path.join(root, 'test/run-file.mjs'),
        transform: {},
        testTimeout: 100_000,
      }),
    ],
  });
  await jest.exited;

  const said = jest.output();
  expect(said).toContain('✕ noisy');
  expect(said).toMatch(/Problems on a page.*\/noisy:\n.*error on the console: something is amiss/);
  expect(said).toContain('✓ quiet');
  expect(said).toContain('✕ expected what never came');
  expect(said).toContain('expected, but not seen: /never said/');
});
