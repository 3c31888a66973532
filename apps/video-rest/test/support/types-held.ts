import { postType } from './post-resources.ts';
import type { TestService } from './service.ts';

/** What is held until it is released, at the latest where its block ends. */
interface Held extends AsyncDisposable {
  release(): Promise<void>;
}

/** Holds what types are linked with, so that an export of them waits in its middle. */
export async function typesHeld(service: Pick<TestService, 'staff' | 'sql'>): Promise<Held> {
  await postType(service);
  const client = await service.sql.connect();
  await client.query('begin; lock table "_SiteToVideoType" in access exclusive mode');
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= client.query('rollback').then(() => client.release());
    return released;
  };
  return { release, [Symbol.asyncDispose]: release };
}
