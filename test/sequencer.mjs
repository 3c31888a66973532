import Sequencer from '@jest/test-sequencer';

/**
 * Whole programs first: a file of a few lines may start several, and where nobody knows yet how long each took, as in
 * CI, Jest begins with the largest files. Begun last, those would keep one core busy for minutes and leave the other idle.
 * After each two of them one of the others: programs wait for much of their time, which the others can use.
 *
 * https://jestjs.io/docs/configuration#testsequencer-string
 */
export default class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isOfPrograms = ({ path }) => /\.(system|smoke)\.ts$/.test(path);
    const others = sorted.filter((test) => !isOfPrograms(test));
    const mixed = sorted
      .filter(isOfPrograms)
      .flatMap((test, index) => (index % 2 === 0 ? [test] : [test, ...others.splice(0, 1)]));
    return [...mixed, ...others];
  }
}
