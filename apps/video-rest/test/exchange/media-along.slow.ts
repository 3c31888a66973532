import { instances, useInstance } from '../support/instances.ts';

useInstance(instances.several);
await import('./media-along.test.ts');
