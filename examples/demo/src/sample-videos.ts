import type { Clip } from './make-clip.ts';

/** A video as an operator describes it, and what ffmpeg makes of it. */
export interface SampleVideo {
  title: string;
  /** Title of its type. */
  type: string;
  /** Titles of its channel and its discipline, where it has them. */
  channel?: string;
  discipline?: string;
  description: string;
  /** Fields of the API besides: who may watch and the like. */
  fields?: Record<string, string | boolean>;
  clip: Clip;
  /** Encoded by the demo; others are left for those who try. */
  isEncoded: boolean;
}

export const sampleTypes = [
  { title: 'Course', description: 'Lectures and tutorials, as they were held' },
  { title: 'Conference', description: 'Talks for everybody' },
  { title: 'Tutorial', description: 'How to use the services of the university' },
] as const;

export const sampleChannels = [
  { title: 'Faculty of Science', description: 'Lectures and experiments' },
  { title: 'University Library', description: 'How to find, read and cite' },
] as const;

export const sampleDisciplines = ['Mathematics', 'Physics', 'Documentation'] as const;

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

const science = { type: 'Course', channel: 'Faculty of Science' };
const library = { type: 'Tutorial', channel: 'University Library', discipline: 'Documentation' };

/** Ten, in the states that a video may be in; the first is to be watched, the second to be encoded by whoever tries. */
export const sampleVideos: readonly SampleVideo[] = [
  {
    ...science,
    title: 'Test card: how a screen is adjusted',
    discipline: 'Physics',
    description: 'Colours, movement and a clear tone: twelve seconds that show whether everything arrives.',
    fields: { allow_downloading: true },
    clip: { picture: 'testsrc2=size=1280x720:rate=25', toneHertz: 440, durationSeconds: 12 },
    isEncoded: true,
  },
  {
    title: 'Game of life',
    type: 'Conference',
    description: 'Cells that are born and die after three rules of John Conway.',
    clip: {
      picture:
        'life=size=640x360:rate=25:ratio=0.12:mold=12:life_color=#40e0d0:death_color=#b03060:mold_color=#101030',
      toneHertz: 220,
      durationSeconds: 4,
    },
    isEncoded: false,
  },
  {
    ...science,
    title: 'The Mandelbrot set, from afar and near',
    discipline: 'Mathematics',
    description: 'Where a simple rule leads: z² + c, again and again.',
    fields: { allow_downloading: true },
    clip: { picture: 'mandelbrot=size=640x360:rate=25', toneHertz: 330, durationSeconds: 6 },
    isEncoded: true,
  },
  {
    ...science,
    title: 'Cellular automata: rule 110',
    discipline: 'Mathematics',
    description: 'One line of cells, a table of eight answers, and something that can compute.',
    clip: { picture: 'cellauto=size=640x360:rate=25:rule=110', toneHertz: 262, durationSeconds: 5 },
    isEncoded: true,
  },
  {
    ...science,
    title: 'Colours and how screens mix them',
    discipline: 'Physics',
    description: 'Bars, ramps and what the eye makes of them.',
    clip: { picture: 'smptehdbars=size=640x360:rate=25', toneHertz: 294, durationSeconds: 4 },
    isEncoded: true,
  },
  {
    ...library,
    title: 'Finding articles in the catalogue',
    description: 'Words, operators, filters: three searches and what they find.',
    clip: { picture: 'testsrc=size=640x360:rate=25', toneHertz: 349, durationSeconds: 5 },
    isEncoded: true,
  },
  {
    ...library,
    title: 'Citing sources',
    description: 'For members of the university.',
    fields: { is_restricted: true },
    clip: { picture: 'yuvtestsrc=size=640x360:rate=25', toneHertz: 392, durationSeconds: 4 },
    isEncoded: true,
  },
  {
    ...science,
    title: 'Correction of the mid-term exam',
    description: 'For those who have the password, which is "midterm".',
    fields: { password: 'midterm' },
    clip: { picture: 'rgbtestsrc=size=640x360:rate=25', toneHertz: 311, durationSeconds: 4 },
    isEncoded: true,
  },
  {
    ...science,
    title: 'Lecture 4, rehearsal',
    description: 'Not to be seen by others yet.',
    fields: { is_draft: true },
    clip: { picture: 'pal100bars=size=640x360:rate=25', toneHertz: 196, durationSeconds: 4 },
    isEncoded: true,
  },
  {
    ...library,
    title: 'Recording of a full disk',
    description: 'The recorder ran out of room: a file that begins as a video and ends in zeros.',
    clip: { picture: 'testsrc=size=640x360:rate=25', toneHertz: 415, durationSeconds: 4, isDamaged: true },
    isEncoded: true,
  },
];
