import { migrate } from './migrate.ts';
import { type InstanceOptions, type OpenedInstance, openInstance } from './open-instance.ts';

/**
 * Opens the service's database as `openInstance` does, and brings it up to date.
 *
 * @param options.migrations  folder of the migrations
 * @throws DatabaseError  as `openInstance`, and `migration_failed`
 */
export async function readyDatabase(
  given: InstanceOptions & { migrations: string },
): Promise<OpenedInstance> {
  const { migrations, ...options } = given;
  const opened = await openInstance(options);
  try {
    await migrate({ url: opened.url, directory: migrations, log: options.log });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}
