import { openRooms, type RoomOptions } from './open-rooms.ts';
import { startEncoding } from './videos/encode-job.ts';

/** Brings an encode worker up on a migrated database. `stop` hands what is at work to another process. */
export async function startWorker(options: RoomOptions): Promise<{ stop(): Promise<void> }> {
  const rooms = await openRooms(options);
  const { encodeConcurrency, encodeThreads } = options.configuration;
  try {
    // Zero is for the service, which leaves the encodings to its workers: in both it may stand in one file.
    await startEncoding(
      { ...rooms, log: options.log },
      { encodeConcurrency: Math.max(1, encodeConcurrency), encodeThreads },
    );
    rooms.onStop(async () => rooms.jobs.beginStop());
    rooms.readiness.begin(rooms.checks);
    return rooms;
  } catch (error) {
    await rooms.stop();
    throw error;
  }
}
