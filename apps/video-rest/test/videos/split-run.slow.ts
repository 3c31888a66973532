import { instances, useInstance } from '../support/instances.ts';

useInstance(instances.several);
await import('./split-run.test.ts');
