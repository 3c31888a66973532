import { registerHooks } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

// Each hash costs 0.4 s of a core and 128 MiB in production; under Jest passwords are hashed by the hundred.
const cheapScrypt = new URL('./cheap-scrypt.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './scrypt-cost.ts' ? { url: cheapScrypt, shortCircuit: true } : next(specifier, context),
});

/** Where test files run: Jest's own environment for Node, from which production code is imported as Node loads it. */
export default class extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.importNatively = (url) => import(url);
    // What a test sets there is what production code reads.
    this.global.process.env = process.env;
    // Tests ask whether a value of production code is of one of these.
    for (const kind of [Date, Error, RangeError, SyntaxError, TypeError]) this.global[kind.name] = kind;
  }
}
