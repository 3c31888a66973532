/** What files of tests import from `@jest/globals`. */
export { jestExpect as expect } from '@jest/expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'jest-circus';
