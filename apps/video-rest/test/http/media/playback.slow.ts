import { instances, useInstance } from '../../support/instances.ts';

useInstance(instances.several);
await import('./playback.test.ts');
