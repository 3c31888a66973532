import { type WantName, wants } from '@campus/testing/faults';
import { useFaultyService } from '../support/faulty-service.ts';
import { walkScenarios } from '../support/walk-scenarios.ts';

/** What a bucket adds to a folder: it is connected to. */
const connecting = (Object.keys(wants) as WantName[]).filter((want) =>
  (wants[want].calls as string[]).some((call) => call === 'connect' || call === 'lookup'),
);

walkScenarios(useFaultyService({ keepsIn: 'bucket' }), {
  'an upload': connecting,
  'an upload in pieces': connecting,
  'joined uploads': connecting,
  'an upload in chunks': connecting,
  'another source': connecting,
  'the end of a video': connecting,
  'a document': connecting,
  subtitles: connecting,
  'an image': connecting,
  playing: connecting,
  'an encoding': connecting,
});
