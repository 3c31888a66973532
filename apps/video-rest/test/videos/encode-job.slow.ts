import { instances, useInstance } from '../support/instances.ts';

useInstance(instances.several);
await import('./encode-job.test.ts');
