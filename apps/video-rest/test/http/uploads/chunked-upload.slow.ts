import { instances, useInstance } from '../../support/instances.ts';

useInstance(instances.several);
await import('./chunked-upload.test.ts');
