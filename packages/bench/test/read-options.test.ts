import { expect, test } from '@jest/globals';
import { readOptions } from '../src/read-options.ts';

const rules = { defaults: { seconds: 5, rounds: 3 }, caseNames: ['list', 'video'], startedIn: '/home/ada' };

test('Given nothing, every option is at its default and all cases are measured', () => {
  expect(readOptions([], rules)).toEqual({
    counts: { seconds: 5, rounds: 3 },
    only: [],
    profileFolder: undefined,
  });
});

test('Given options, they are taken; folders are meant where the command was typed', () => {
  const args = ['--rounds', '1', '--only', 'list', '--only=video', '--profile', 'here'];

  expect(readOptions(args, rules)).toEqual({
    counts: { seconds: 5, rounds: 1 },
    only: ['list', 'video'],
    profileFolder: '/home/ada/here',
  });
});

test('Given --help, nothing else counts', () => {
  expect(readOptions(['--seconds', '0', '--help'], rules)).toBe('help');
});

test('Given several values that are no good, the message names each', () => {
  const read = () => readOptions(['--seconds', '0', '--rounds=many', '--only', 'lists'], rules);

  expect(read).toThrow(/--seconds must be .* got "0"\n--rounds must be .* got "many"\n--only must be one of/);
});

test('Given an unknown option, the message names it', () => {
  expect(() => readOptions(['--fast'], rules)).toThrow(/--fast/);
});
