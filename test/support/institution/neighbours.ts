import { setTimeout as sleep } from 'node:timers/promises';
import {
  type RecordingHandler,
  type RecordingServer,
  startMailServer,
  startRecordingServer,
  startS3Server,
  startSystemPostgres,
} from '@campus/testing';

/** Both services, or one of them. */
type Excused = readonly ('signing' | 'video')[];

/** A neighbour's absence. */
export interface Outage {
  of: string;
  /** For whom "later" is an answer meanwhile. */
  excused: Excused;
  /** Ends once the neighbour is there again. */
  away(ms: number): Promise<void>;
}

/** What the services of an institution depend on. */
export async function startNeighbours() {
  const [vendor, receiver] = [await startRecordingServer(), await startRecordingServer()];
  const mail = await startMailServer();
  const postgres = await startSystemPostgres({ settings: ['max_connections = 200'] });
  const s3 = await startS3Server();
  const outageOfProgram = (of: string, server: RecordingServer, handler: RecordingHandler): Outage => ({
    of,
    excused: [],
    async away(ms) {
      server.answerWith((_, response) => void response.writeHead(502).end());
      await sleep(ms);
      server.answerWith(handler);
    },
  });
  return {
    ...{ vendor, receiver, mail, postgres, s3 },
    /** Begins to answer by these. @returns how each neighbour goes away */
    outages(handlers: { vendor: RecordingHandler; receiver: RecordingHandler }): Outage[] {
      vendor.answerWith(handlers.vendor);
      receiver.answerWith(handlers.receiver);
      return [
        {
          ...{ of: 'the database', excused: ['signing', 'video'] },
          away: (ms) => postgres.restart(() => sleep(ms)),
        },
        {
          ...{ of: 'the bucket', excused: ['video'] },
          async away(ms) {
            await s3.kill();
            await sleep(ms);
            await s3.start();
          },
        },
        {
          ...{ of: 'the mail server', excused: [] },
          async away(ms) {
            mail.instead = () => null;
            await sleep(ms);
            mail.instead = undefined;
          },
        },
        outageOfProgram('the signing application', vendor, handlers.vendor),
        outageOfProgram('the receiver of the webhook', receiver, handlers.receiver),
      ];
    },
    async stop() {
      await Promise.all([vendor.stop(), receiver.stop(), mail.stop()]);
      await postgres[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
    },
  };
}
