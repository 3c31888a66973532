/**
 * The times of all packets of a source → when its pictures and its sound are, as ffmpeg will see them. Pure.
 *
 * What the container says of its duration is often wrong: a subtitle may outlast the pictures, and where a recorder
 * reconnected, the times of an MPEG-TS jump by hours. Such a jump of everything at once is closed up; a gap of the
 * pictures or of the sound alone is not, so that they stay together.
 */
import type { Container } from './containers.ts';

/** Seconds, in the times of ffmpeg: from the beginning of the file on. */
export interface Span {
  from: number;
  to: number;
}

interface Packet {
  stream: 'video' | 'audio' | 'other';
  /** When it is shown or heard, and when it is decoded; undefined: not told. */
  presentationSeconds: number | undefined;
  decodingSeconds: number | undefined;
  durationSeconds: number;
}

/** When one stream is, with the closings taken out. */
export interface StreamTimes {
  startSeconds: number;
  endSeconds: number;
  packets: number;
  /** Where it has nothing for `shortestGapSeconds` or longer. */
  gaps: readonly Span[];
}

/** What was left out of an encoding. Plain data. */
export interface Trim {
  /** What plays, in the times of the source: in order, none touches another. */
  plays: readonly Span[];
  /** The length of the source. */
  sourceSeconds: number;
}

export interface Timeline {
  video: StreamTimes | null;
  audio: StreamTimes | null;
  /** Of pictures and sound. */
  durationSeconds: number;
  /** What is cut out of the times, in the order of the file. */
  closings: readonly Span[];
  /** How often the times broke: closings, and jumps back, which ffmpeg closes up by itself. */
  breaks: number;
  /** When the last packet of any stream ends, closings included. */
  lastSeconds: number;
  /** What plays, where that is not all; the times above, but for closings and the last, are of it. */
  trim?: Trim;
}

/** Jumps of this length are closed up, where times may jump at all; the threshold of ffmpeg itself. */
const shortestGapSeconds = 10;

/** More jumps than this are filled with still pictures and silence: they are arguments of a filter. */
const mostClosings = 500;

/** In these, ffmpeg takes times that jump for a fault (AVFMT_TS_DISCONT); in others they are meant. */
const jumping = new Set<Container>(['mpegts', 'mpeg', 'ogg']);

export function timesMayJump(container: Container): boolean {
  return jumping.has(container);
}

/** A picture stays until the next one, which is no fault. */
const longestPicture = 0.5;

/** Timecodes of QuickTime last as long as their file, and would hide that it lacks its end. */
const longestOther: Partial<Record<Container, number>> = { mov: 60 };

interface Track {
  start: number;
  end: number;
  packets: number;
  gaps: Span[];
  lastDecoding: number;
  nextDecoding: number;
}

/** Takes packets in the order of the file. */
export function createTimeline(container: Container): {
  add(packet: Packet): void;
  /** @param startSeconds  of the file, as ffprobe tells it */
  finish(startSeconds: number): Timeline;
} {
  const mayJump = timesMayJump(container);
  const tracks = { video: newTrack(), audio: newTrack(), other: newTrack() };
  const longestCounted = {
    video: longestPicture,
    audio: Number.POSITIVE_INFINITY,
    other: longestOther[container] ?? Number.POSITIVE_INFINITY,
  };
  let offset = 0;
  let jumpsBack = 0;

  /** As ffmpeg 4.1 to 5.1 do in `process_input`: a time before the last one of its stream moves all that follow. */
  function closeJumpBack(track: Track, decoding: number, durationSeconds: number): void {
    if (mayJump && decoding + offset + 0.1 < track.lastDecoding) {
      offset = track.nextDecoding - decoding;
      jumpsBack += 1;
    }
    track.lastDecoding = decoding + offset;
    track.nextDecoding = track.lastDecoding + durationSeconds;
  }

  return {
    add({ stream, presentationSeconds, decodingSeconds, durationSeconds }) {
      const shown = presentationSeconds ?? decodingSeconds;
      const decoding = decodingSeconds ?? presentationSeconds;
      if (shown === undefined || decoding === undefined) return;
      const track = tracks[stream];
      if (stream !== 'other') closeJumpBack(track, decoding, durationSeconds);
      const start = shown + offset;
      // Pictures that are shown before this one may follow it, but none that is shown before it is decoded.
      const gapEnd = Math.min(start, decoding + offset);
      if (gapEnd - track.end >= shortestGapSeconds) track.gaps.push({ from: track.end, to: gapEnd });
      track.start = Math.min(track.start, start);
      track.end = Math.max(track.end, start + Math.min(durationSeconds, longestCounted[stream]));
      track.packets += 1;
    },
    finish(startSeconds) {
      const [video, audio, other] = [tracks.video, tracks.audio, tracks.other].map((track) =>
        moved(track, -startSeconds),
      ) as [Track, Track, Track];
      const present = [video, audio].filter(({ packets }) => packets > 0);
      const closings = mayJump ? longest(sharedGaps(present)) : [];
      const lastSeconds = Math.max(0, ...[video, audio, other].map(({ end }) => end));
      const shown = present.map((track) => closedUp(track, closings));
      return {
        video: video.packets > 0 ? (shown[0] ?? null) : null,
        audio: audio.packets > 0 ? (shown.at(-1) ?? null) : null,
        durationSeconds: Math.max(0, ...shown.map(({ endSeconds }) => endSeconds)),
        closings,
        breaks: closings.length + jumpsBack,
        lastSeconds,
      };
    },
  };
}

function newTrack(): Track {
  return {
    start: Number.POSITIVE_INFINITY,
    end: Number.NEGATIVE_INFINITY,
    packets: 0,
    gaps: [],
    lastDecoding: Number.NEGATIVE_INFINITY,
    nextDecoding: Number.NEGATIVE_INFINITY,
  };
}

function moved(track: Track, seconds: number): Track {
  return {
    ...track,
    start: track.start + seconds,
    end: track.end + seconds,
    // The first packet follows nothing, which is no gap.
    gaps: track.gaps
      .filter(({ from }) => Number.isFinite(from))
      .map(({ from, to }) => ({ from: from + seconds, to: to + seconds }))
      .toSorted((one, other) => one.from - other.from),
  };
}

/** Where no stream has anything: before its start and after its end counts too. */
function sharedGaps(tracks: readonly Track[]): Span[] {
  const empty = tracks.map(({ start, end, gaps }) => [
    { from: Number.NEGATIVE_INFINITY, to: start },
    ...gaps,
    { from: end, to: Number.POSITIVE_INFINITY },
  ]);
  const shared = empty.reduce(
    (one, other) => intersection(one, other),
    [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }],
  );
  return shared.filter(
    ({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && to - from >= shortestGapSeconds,
  );
}

function intersection(one: readonly Span[], other: readonly Span[]): Span[] {
  const found: Span[] = [];
  let [a, b] = [0, 0];
  for (let [left, right] = [one[a], other[b]]; left && right; [left, right] = [one[a], other[b]]) {
    const span = { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) };
    if (span.to > span.from) found.push(span);
    if (left.to < right.to) a += 1;
    else b += 1;
  }
  return found;
}

function longest(spans: readonly Span[]): Span[] {
  return spans
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, mostClosings)
    .toSorted((one, other) => one.from - other.from);
}

function closedUp({ start, end, packets, gaps }: Track, closings: readonly Span[]): StreamTimes {
  const close = (seconds: number) =>
    closings.reduce((left, { from, to }) => left - Math.max(0, Math.min(seconds, to) - from), seconds);
  return {
    startSeconds: close(start),
    endSeconds: close(end),
    packets,
    gaps: gaps
      .map(({ from, to }) => ({ from: close(from), to: close(to) }))
      .filter(({ from, to }) => to - from >= shortestGapSeconds),
  };
}
