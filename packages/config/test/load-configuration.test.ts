import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConfigurationError, loadConfiguration, parameter } from '../src/index.ts';
import { givenFolder, givenService, parameters } from './service.ts';

/** The problems that a configuration is refused with; none when it is accepted. */
function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

async function problemsInFile(here: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const source = await givenService({ here, env });
  return problemsOf(() => loadConfiguration(source));
}

describe('Where values come from', () => {
  test('Given nothing at all, Then defaults hold and the rest is undefined', async () => {
    const { values, origins, filePath } = loadConfiguration(await givenService());

    expect(values).toEqual({
      tokens: undefined,
      webhookUri: undefined,
      webhookToken: undefined,
      baseUrl: undefined,
      port: 8081,
      greeting: 'hello',
    });
    expect(origins.port).toEqual({ kind: 'default' });
    expect(filePath).toBeUndefined();
  });

  test('The values are typed after their declarations, and frozen', async () => {
    const { values } = loadConfiguration(await givenService({ env: { APPLI_PUBLIC_TOKENS: 'aaaa;bbbb' } }));
    const portNumber: number = values.port;
    const tokens: readonly string[] | undefined = values.tokens;

    expect(portNumber).toBe(8081);
    expect(Object.isFrozen(values)).toBe(true);
    expect(Object.isFrozen(tokens)).toBe(true);
  });

  test('Given a file in the working directory and one in the root, Then the first alone is read', async () => {
    const source = await givenService({ here: '# here\nserver.port=1\n', root: 'greeting=salut\n' });

    const { values, origins, filePath } = loadConfiguration(source);

    expect(values).toMatchObject({ port: 1, greeting: 'hello' });
    expect(origins.port).toEqual({ kind: 'file', path: 'demo.properties', line: 2 });
    expect(filePath).toBe(path.join(source.workingDirectory, 'demo.properties'));
  });

  test('Given a file in the root only, Then it is read', async () => {
    const source = await givenService({ root: 'server.port=2' });

    const { values, filePath } = loadConfiguration(source);

    expect(values.port).toBe(2);
    expect(filePath).toBe(path.join(source.repositoryRoot, 'demo.properties'));
  });

  test('Given a relative CONFIG_FILE, Then it is resolved from the working directory and stands alone', async () => {
    const source = await givenService({
      here: 'server.port=1',
      env: { CONFIG_FILE: 'etc/other.properties' },
    });
    await mkdir(path.join(source.workingDirectory, 'etc'));
    await writeFile(path.join(source.workingDirectory, 'etc/other.properties'), 'greeting=salut');

    const { values, origins } = loadConfiguration(source);

    expect(values).toMatchObject({ port: 8081, greeting: 'salut' });
    expect(origins.greeting).toEqual({ kind: 'file', path: 'etc/other.properties', line: 1 });
  });

  test('Given an absolute CONFIG_FILE, Then it is read', async () => {
    const file = path.join(await givenFolder(), 'x.properties');
    await writeFile(file, 'server.port=3');

    const { values, filePath } = loadConfiguration(await givenService({ env: { CONFIG_FILE: file } }));

    expect(values.port).toBe(3);
    expect(filePath).toBe(file);
  });

  test('The environment wins over the file', async () => {
    const env = { SERVER_PORT: '4', SERVER_BASE_URL: 'https://host.example' };
    const { values, origins } = loadConfiguration(await givenService({ here: 'server.port=1', env }));

    expect(values).toMatchObject({ port: 4, baseUrl: 'https://host.example' });
    expect(origins.port).toEqual({ kind: 'environment', variable: 'SERVER_PORT' });
  });

  test('A variable with the name of the service in front wins over the plain one, which another may need', async () => {
    const env = { SERVER_PORT: '4', DEMO_SERVER_PORT: '5', GREETING: 'salut', DEMO_GREETING: ' ' };
    const { values, origins } = loadConfiguration(await givenService({ here: 'server.port=1', env }));

    expect(values).toMatchObject({ port: 5, greeting: 'salut' });
    expect(origins.port).toEqual({ kind: 'environment', variable: 'DEMO_SERVER_PORT' });
  });

  test('Given a configuration file for this service alone, Then it is read and the plain one is not', async () => {
    const env = { CONFIG_FILE: 'gone.properties', DEMO_CONFIG_FILE: 'other.properties' };
    const source = await givenService({ env });
    await writeFile(path.join(source.workingDirectory, 'other.properties'), 'greeting=salut');

    expect(loadConfiguration(source).values.greeting).toBe('salut');
  });

  test.each(['', '  '])('An empty variable (%j) counts as absent, an unknown one too', async (empty) => {
    const env = { SERVER_PORT: empty, CONFIG_FILE: empty, APPLI_NOTHING: empty };

    expect(loadConfiguration(await givenService({ here: 'server.port=1', env })).values.port).toBe(1);
  });

  test('The file may have a byte order mark, Windows line ends, comments, continuations and escapes', async () => {
    const here = '\ufeff# comment\r\n! another\r\n\r\ngreeting : \\u00e9t\\\r\n   é\r\nserver.port = 5\r\n';
    const { values, origins } = loadConfiguration(await givenService({ here }));

    expect(values).toMatchObject({ greeting: 'été', port: 5 });
    expect(origins.port).toMatchObject({ line: 6 });
  });
});

describe('What is refused in the file', () => {
  test.each([
    [
      'a renamed name',
      'appli.tokens=aaaa',
      'line 1: unknown parameter "appli.tokens"; it is called appli.public.tokens',
    ],
    [
      'a misspelt name',
      '\nserver.prot=1',
      'line 2: unknown parameter "server.prot"; did you mean server.port?',
    ],
    [
      'the name of the variable',
      'SERVER_PORT=1',
      'line 1: unknown parameter "SERVER_PORT"; did you mean server.port?',
    ],
    ['a foreign name', 'esup.thing=1', 'line 1: unknown parameter "esup.thing"; remove it, it is not used'],
    [
      'a name given twice',
      'greeting=a\n\ngreeting=b',
      'lines 1 and 3: greeting is given more than once; keep one of them',
    ],
    [
      'a name given thrice',
      'greeting=a\ngreeting=b\ngreeting=a',
      'lines 1, 2 and 3: greeting is given more than once; keep one of them',
    ],
    ['an empty value', 'server.port=', 'line 1: server.port has no value; give it one or remove the line'],
    ['a blank value', 'server.port=\\  ', 'line 1: server.port has no value; give it one or remove the line'],
    ['a name alone', 'greeting', 'line 1: greeting has no value; give it one or remove the line'],
    [
      'a value that does not parse',
      'server.port=80x',
      'line 1: server.port must be a whole number from 0 to 65535, got "80x"',
    ],
    [
      'an inherited property name',
      '__proto__.constructor=1',
      'line 1: unknown parameter, not quoted as it may be part of a value; write "name = value" or remove the line',
    ],
    [
      'a malformed escape',
      'greeting=C:\\users',
      'line 1: \\u is not followed by four hexadecimal digits; write a backslash itself as \\\\',
    ],
  ])('%s', async (_case, here, problem) => {
    expect(await problemsInFile(here)).toEqual([`demo.properties ${problem}`]);
  });

  test('Given a malformed escape, Then the other lines are checked all the same', async () => {
    const problems = await problemsInFile('greeting=a\\\n  \\u12\nserver.port=x\n# \\u in a comment');

    expect(problems).toEqual([
      expect.stringContaining('line 2: \\u is not followed'),
      expect.stringContaining('line 3: server.port must be'),
    ]);
  });

  test('A wrong line is refused even when the environment sets the parameter', async () => {
    const problems = await problemsInFile('server.port=\ngreeting=a\ngreeting=b', {
      SERVER_PORT: '1',
      GREETING: 'c',
    });

    expect(problems).toHaveLength(2);
  });

  test('Given a file that is not UTF-8, Then that is said', async () => {
    const source = await givenService();
    await writeFile(
      path.join(source.workingDirectory, 'demo.properties'),
      Buffer.from('greeting=\xe9t\xe9', 'latin1'),
    );

    expect(problemsOf(() => loadConfiguration(source))).toEqual([
      'demo.properties: the file is not UTF-8; correct the file or remove it',
    ]);
  });

  test('Given a folder in the place of the file, Then that is said', async () => {
    const source = await givenService();
    await mkdir(path.join(source.workingDirectory, 'demo.properties'));

    expect(problemsOf(() => loadConfiguration(source))).toEqual([
      'demo.properties: the file cannot be read (EISDIR); correct the file or remove it',
    ]);
  });
});

describe('What is refused in the environment', () => {
  test.each([
    [
      'a renamed name',
      { APPLI_TOKENS: 'aaaa' },
      'APPLI_TOKENS: unknown parameter; it is called APPLI_PUBLIC_TOKENS',
    ],
    [
      'a misspelt name with the name of the service in front',
      { DEMO_WEBHOOK_URL: 'x' },
      'DEMO_WEBHOOK_URL: unknown parameter; did you mean DEMO_WEBHOOK_URI?',
    ],
    [
      'a bad value with the name of the service in front',
      { DEMO_SERVER_PORT: 'x' },
      'DEMO_SERVER_PORT: server.port must be a whole number from 0 to 65535, got "x"',
    ],
    ['a misspelt name', { WEBHOOK_URL: 'x' }, 'WEBHOOK_URL: unknown parameter; did you mean WEBHOOK_URI?'],
    [
      'a foreign name',
      { WEBHOOK_COLOUR: 'x' },
      'WEBHOOK_COLOUR: unknown parameter; unset it, it is not used',
    ],
    [
      'a bad value',
      { SERVER_PORT: '-1' },
      'SERVER_PORT: server.port must be a whole number from 0 to 65535, got "-1"',
    ],
    [
      'a file that is not there',
      { CONFIG_FILE: 'gone.properties' },
      'CONFIG_FILE: gone.properties: there is no such file; correct the path or the file, or unset the variable',
    ],
    [
      'a file that is a folder',
      { CONFIG_FILE: '.' },
      'CONFIG_FILE: .: the file cannot be read (EISDIR); correct the path or the file, or unset the variable',
    ],
  ])('%s', async (_case, env, problem) => {
    const source = await givenService({ env });

    expect(problemsOf(() => loadConfiguration(source))).toEqual([`environment variable ${problem}`]);
  });

  test('Unknown names outside the closed prefixes are nobody’s business', async () => {
    const source = await givenService({
      env: { SERVER_COLOUR: 'red', KUBERNETES_PORT: '1', appli_tokens: 'x', DEMO_SERVICE_HOST: '::1' },
    });

    expect(problemsOf(() => loadConfiguration(source))).toEqual([]);
  });
});

describe('Secrets', () => {
  test('A refused secret is never quoted, wherever it stands', async () => {
    const here = 'appli.public.tokens=good1;S3CRET!;good2\nwebhook.token=S3CRET!\n';
    const inFile = (await problemsInFile(here)).join();
    const inEnvironment = (
      await problemsInFile('', { APPLI_PUBLIC_TOKENS: 'S3CRET!', WEBHOOK_TOKEN: 'S3CRET!' })
    ).join();

    expect(inFile).toContain('of the 3 tokens here, see number 2');
    expect(inFile + inEnvironment).not.toContain('S3CRET');
  });

  test('A list of tokens broken over two lines does not end in the message as a name', async () => {
    const problems = await problemsInFile('appli.public.tokens=aaaa;\nS3CRETofTheSecondLine==\n');

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('line 2: unknown parameter, not quoted');
    expect(problems.join()).not.toContain('S3CRET');
  });

  test('A password in an address that should hold none is masked', async () => {
    const problems = await problemsInFile('webhook.uri=http://user:S3CRET@host.example/\n');

    expect(problems).toEqual([
      'demo.properties line 1: webhook.uri must be a URL without user name, password and fragment, got "http://***@host.example/"',
    ]);
  });

  test('A key in the query of an address that cannot be used is masked', async () => {
    const problems = await problemsInFile('webhook.uri=ftp://host.example/?tenant=a&key=S3CRET\n');

    expect(problems).toEqual([
      'demo.properties line 1: webhook.uri must be an absolute http or https URL, got "ftp://host.example/?tenant=***&key=***"',
    ]);
  });
});

describe('Rules across parameters', () => {
  /** A webhook address and its token belong together; tokens are required. */
  async function problemsWithRules({ here, env }: { here?: string; env?: Record<string, string> }) {
    const source = await givenService({ here, env });
    return problemsOf(() =>
      loadConfiguration({
        ...source,
        check: ({ webhookUri, webhookToken, tokens }) => [
          ...((webhookUri === undefined) === (webhookToken === undefined)
            ? []
            : [{ parameters: ['webhookUri', 'webhookToken'] as const, message: 'set both or none' }]),
          ...(tokens === undefined
            ? [{ parameters: ['tokens'] as const, message: 'set appli.public.tokens' }]
            : []),
        ],
      }),
    );
  }

  test('Given one of two in the file, Then its line is named; what is nowhere set has no place', async () => {
    expect(await problemsWithRules({ here: '\nwebhook.uri=http://h.example/' })).toEqual([
      'demo.properties line 2: set both or none',
      'set appli.public.tokens',
    ]);
  });

  test('Given one of two in the environment, Then its variable is named', async () => {
    expect(await problemsWithRules({ env: { WEBHOOK_TOKEN: 'aaaa', APPLI_PUBLIC_TOKENS: 'aaaa' } })).toEqual([
      'environment variable WEBHOOK_TOKEN: set both or none',
    ]);
  });

  test('Given values that are both right, Then nothing is said', async () => {
    const here = 'webhook.uri=http://h.example/\nwebhook.token=aaaa\nappli.public.tokens=aaaa';

    expect(await problemsWithRules({ here })).toEqual([]);
  });

  test.each([
    ['does not parse', 'webhook.uri=http://h.example/\nwebhook.token=!\nappli.tokens=aaaa'],
    [
      'is given twice',
      'webhook.uri=http://h.example/\nwebhook.token=aaaa\nwebhook.token=aaaa\nappli.tokens=aaaa',
    ],
    ['is empty', 'webhook.uri=http://h.example/\nwebhook.token=\nappli.tokens=aaaa'],
    ['is misspelt', 'webhook.uri=http://h.example/\nwebhook.tokne=aaaa\nappli.tokens=aaaa'],
  ])('Given one that %s, Then no rule complains of its absence on top', async (_case, here) => {
    const problems = await problemsWithRules({ here });

    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('set ');
  });

  test('Given a file that cannot be read, Then no rule complains of what may stand in it', async () => {
    const problems = await problemsWithRules({
      env: { CONFIG_FILE: 'gone', WEBHOOK_URI: 'http://h.example/' },
    });

    expect(problems).toEqual([expect.stringContaining('CONFIG_FILE: gone: there is no such file')]);
  });
});

test('All problems stand in one message, those of the file first and in its order', async () => {
  const source = await givenService({
    here: 'server.port=x\ncolour.of=red\ngreeting=\n',
    env: { APPLI_TOKENS: 'aaaa', SERVER_BASE_URL: 'ftp://h' },
  });

  expect(() => loadConfiguration(source)).toThrow(
    new ConfigurationError('demo', [
      'demo.properties line 1: server.port must be a whole number from 0 to 65535, got "x"',
      'demo.properties line 2: unknown parameter "colour.of"; remove it, it is not used',
      'demo.properties line 3: greeting has no value; give it one or remove the line',
      'environment variable APPLI_TOKENS: unknown parameter; it is called APPLI_PUBLIC_TOKENS',
      'environment variable SERVER_BASE_URL: server.base-url must be an absolute http or https URL, got "ftp://h"',
    ]),
  );
  expect(new ConfigurationError('demo', ['one', 'two']).message).toBe(
    'demo cannot start, its configuration has 2 problems:\n  - one\n  - two',
  );
});

test('Two parameters that share a variable are a mistake of the service', async () => {
  const twin = parameter('server-port', '', String);
  const source = { ...(await givenService()), parameters: { ...parameters, twin } };

  expect(() => loadConfiguration(source)).toThrow('two parameters share the variable SERVER_PORT');
});

test('A parser that fails in another way than by refusing is not taken for a problem of the configuration', async () => {
  const parse = (): string => {
    throw new TypeError('a mistake in the parser');
  };
  const source = {
    ...(await givenService({ here: 'a=b' })),
    parameters: { a: parameter('a', '', parse) },
  };

  expect(() => loadConfiguration(source)).toThrow(TypeError);
});
