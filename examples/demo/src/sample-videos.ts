import type { Clip } from './make-clip.ts';

/** A video as an operator describes it, and what ffmpeg makes of it. */
export interface SampleVideo {
  title: string;
  /** Title of its type. */
  type: string;
  description: string;
  allowDownloading: boolean;
  clip: Clip;
  /** Encoded by the demo; the other is left for those who try. */
  isEncoded: boolean;
}

export const sampleTypes = [
  { title: 'Course', description: 'Lectures and tutorials, as they were held' },
  { title: 'Conference', description: 'Talks for everybody' },
  { title: 'Tutorial', description: 'How to use the services of the university' },
] as const;

export const sampleBuilding = { name: 'Science Building' } as const;

export const sampleBroadcasters = [
  {
    name: 'Amphitheatre A',
    url: 'https://live.example.edu/amphitheatre-a/stream.m3u8',
    description: 'Camera above the stage, and the projector',
  },
  {
    name: 'Lecture Room 2',
    url: 'rtmp://live.example.edu/live/lecture-room-2',
    description: 'Fixed camera',
  },
] as const;

export const sampleVideos: readonly SampleVideo[] = [
  {
    title: 'Test card: how a screen is adjusted',
    type: 'Course',
    description: 'Colours, movement and a clear tone: three seconds that show whether everything arrives.',
    allowDownloading: true,
    clip: { picture: 'testsrc2=size=1280x720:rate=25', toneHertz: 440, durationSeconds: 3 },
    isEncoded: true,
  },
  {
    title: 'Game of life',
    type: 'Conference',
    description: 'Cells that are born and die after three rules of John Conway.',
    allowDownloading: false,
    clip: {
      picture:
        'life=size=640x360:rate=25:ratio=0.12:mold=12:life_color=#40e0d0:death_color=#b03060:mold_color=#101030',
      toneHertz: 220,
      durationSeconds: 4,
    },
    isEncoded: false,
  },
];
