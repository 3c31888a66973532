import { type WantName, wants } from '@campus/testing/faults';
import { useFaultyService } from '../support/faulty-service.ts';
import { walkScenarios } from '../support/walk-scenarios.ts';

const all = Object.keys(wants) as WantName[];
const passing = all.filter((want) => !want.endsWith('from then on'));

walkScenarios(useFaultyService({ keepsIn: 'folder' }), {
  'an upload': all,
  'an upload in pieces': all,
  'joined uploads': all,
  'an upload in chunks': all,
  'another source': all,
  'the end of a video': all,
  'a document': all,
  subtitles: all,
  'an image': all,
  playing: passing,
  pages: passing,
  'a sign-in': passing,
  'an encoding': passing,
});
