import { describe, expect, test } from '@jest/globals';
import { parameter, parameterTable, port, text, withGuideTables } from '../src/index.ts';

const parameters = {
  port: parameter('server.port', 'port to listen on', port, { default: 8081 }),
  mode: parameter('MODE', 'one | other', text),
};
const tables = { parameters: parameterTable(parameters) };
const begin = (service: string) =>
  `<!-- parameters: npm run config -w apps/${service} -- --guide writes this table -->`;
const end = '<!-- end of parameters -->';
const table = `| Parameter | Meaning | Default |
| --- | --- | --- |
| \`server.port\` | port to listen on | 8081 |
| \`MODE\` | one \\| other | none |
`;

describe('withGuideTables', () => {
  const guide = `# Title\n\n${begin('one')}\nold\n${end}\n\nlast words\n`;

  test('Given a guide, When its table is written, Then everything else stays, and so does the table the next time', () => {
    const written = withGuideTables(guide, { workspace: 'apps/one', tables });

    expect(written).toBe(guide.replace('old\n', table));
    expect(withGuideTables(written, { workspace: 'apps/one', tables })).toBe(written);
  });

  test.each([
    ['the first comment is missing', `text\n${end}\n`],
    ['the first comment is of another service', `${begin('two')}\nold\n${end}\n`],
    ['the last comment is missing', `${begin('one')}\nold\n`],
    ['the last comment comes first', `${end}\n${begin('one')}\n`],
  ])('Given a guide where %s, Then both lines are named', (_case, broken) => {
    expect(() => withGuideTables(broken, { workspace: 'apps/one', tables })).toThrow(
      `a guide must hold these two lines, with the table between them:\n${begin('one')}\n${end}`,
    );
  });
});
