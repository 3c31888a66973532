import { describe, expect, test } from '@jest/globals';
import { parameter, port, text, withParameterTable } from '../src/index.ts';

const parameters = {
  port: parameter({
    name: 'server.port',
    meaning: 'port to listen on',
    parse: port,
    default: { value: 8081, text: '8081' },
  }),
  mode: parameter({ name: 'MODE', meaning: 'one | other', parse: text }),
};
const begin = (service: string) =>
  `<!-- parameters: npm run config -w apps/${service} -- --readme writes this table -->`;
const end = '<!-- end of parameters -->';
const table = `| Parameter | Meaning | Default |
| --- | --- | --- |
| \`server.port\` | port to listen on | 8081 |
| \`MODE\` | one \\| other | none |
`;

describe('withParameterTable', () => {
  const readme = `# Title\n\n${begin('one')}\nold one\n${end}\n\n${begin('two')}\nold two\n${end}\n\nlast words\n`;

  test.each([
    ['one', 'two'],
    ['two', 'one'],
  ])(
    'Given two tables, When that of %s is written, Then that of %s and everything else stay',
    (service, other) => {
      const written = withParameterTable(readme, { workspace: `apps/${service}`, parameters });

      expect(written).toBe(readme.replace(`old ${service}\n`, table));
      expect(written).toContain(`old ${other}`);
      expect(withParameterTable(written, { workspace: `apps/${service}`, parameters })).toBe(written);
    },
  );

  test.each([
    ['the first comment is missing', `text\n${end}\n`],
    ['the last comment is missing', `${begin('one')}\nold\n`],
    ['the last comment is another table’s', `${begin('one')}\nold\n${begin('two')}\nold\n${end}\n`],
    ['the last comment comes first', `${end}\n${begin('one')}\n`],
  ])('Given a README where %s, Then both lines are named', (_case, broken) => {
    expect(() => withParameterTable(broken, { workspace: 'apps/one', parameters })).toThrow(
      `README.md must hold these two lines, with the table between them:\n${begin('one')}\n${end}`,
    );
  });
});
