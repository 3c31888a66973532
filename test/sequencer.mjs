import Sequencer from '@jest/test-sequencer';

/**
 * Whole programs first: a file of a few lines may start several, and where nobody knows yet how long each took, as in
 * CI, Jest begins with the largest files. Begun last, those would keep one core busy for minutes and leave the other idle.
 *
 * https://jestjs.io/docs/configuration#testsequencer-string
 */
export default class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isOfPrograms = ({ path }) => /\.(system|smoke)\.ts$/.test(path);
    return [...sorted.filter(isOfPrograms), ...sorted.filter((test) => !isOfPrograms(test))];
  }
}
