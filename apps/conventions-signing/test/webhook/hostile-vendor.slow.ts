import { describe } from '@jest/globals';
import { longMisbehaviours } from '../support/hostile-vendor.ts';
import { testMisbehaviours } from '../support/hostile-vendor-run.ts';

describe('When a signing application takes all the time that a call has', () => {
  testMisbehaviours(longMisbehaviours, { withinMs: 30_000 });
});
