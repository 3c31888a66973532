import { expect, test } from '@jest/globals';
import { declareProgram, flag, option } from '../src/command-line/index.ts';

const options = {
  colour: option('<name>', 'of all of it,\nor of a part'),
  'the-first-of-many': { type: 'string' as const, takes: '<id>' },
  'last-of-many': option('<id>', 'these alone'),
  quick: flag('without looking'),
};

const program = declareProgram<typeof options, string[]>({
  call: 'npm run paint',
  about: 'Paints.',
  options,
  verbs: {
    paint: {
      form: '<thing> [--colour <name>] [--quick]',
      words: [1, 1, 'one thing'],
      read:
        ([thing = ''], { colour = 'white', quick }) =>
        async (done) => {
          done.push(thing, colour, String(quick));
        },
    },
    list: {
      read: () => ({
        async first() {
          return async (done) => {
            done.push('listed');
          };
        },
      }),
    },
  },
  terms: { '<thing>': 'a wall' },
  notes: 'It dries.',
});

test('The usage of a program is made of what its verbs take', () => {
  expect(program.usage).toBe(`Paints.

usage: npm run paint -- paint <thing> [--colour <name>] [--quick]
       npm run paint -- list

  <thing>          a wall
  --colour <name>  of all of it,
                   or of a part
  --the-first-of-many <id>, --last-of-many <id>
                   these alone
  --quick          without looking
  --help           this text

It dries.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`);
  expect(program.read(['list', '--help'])).toBe('help');
});

test.each([
  [
    ['paint', 'wall', '--colour', 'red'],
    ['wall', 'red', 'false'],
  ],
  [
    ['--quick', 'paint', 'wall'],
    ['wall', 'white', 'true'],
  ],
  [['list'], ['listed']],
])('%j does what its verb does', async (args, expected) => {
  const done: string[] = [];
  const command = program.read(args);
  if (command === 'help') throw new Error('the usage was not asked for');

  const work = await program.run(command);
  await work?.(done);

  expect(done).toEqual(expected);
});

test.each([
  [[], 'the command must be paint, list, got ""'],
  [['toString'], 'the command must be paint, list, got "toString"'],
  [['paint'], 'paint needs one thing'],
  [['paint', 'wall', 'door'], 'paint needs one thing'],
  [['list', 'wall'], 'list takes nothing'],
  [['list', '--colour', 'red'], '--colour does not go with list'],
  [['paint', 'wall', '--last-of-many', '1'], '--last-of-many does not go with paint'],
  [['paint', 'wall', '--size', '1'], "Unknown option '--size'"],
])('%j is refused', (args, message) => {
  expect(() => program.read(args)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
});
