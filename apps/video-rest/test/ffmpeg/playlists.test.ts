import { describe, expect, test } from '@jest/globals';
import {
  avcCodec,
  bandwidthOf,
  durationOf,
  masterPlaylist,
  parseMediaPlaylist,
} from '../../src/ffmpeg/master-playlist.ts';

const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="720p.m4s",BYTERANGE="827@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:500000@827
720p.m4s
#EXTINF:4.000000,
#EXT-X-BYTERANGE:1000000@500827
720p.m4s
#EXTINF:0.040000,
#EXT-X-BYTERANGE:40000@1500827
720p.m4s
#EXT-X-ENDLIST
`;

describe('A media playlist', () => {
  test('tells length and size of each segment', () => {
    expect(parseMediaPlaylist(playlist)).toEqual({
      segments: [
        { seconds: 4, bytes: 500_000 },
        { seconds: 4, bytes: 1_000_000 },
        { seconds: 0.04, bytes: 40_000 },
      ],
      isComplete: true,
    });
    expect(durationOf(parseMediaPlaylist(playlist))).toBeCloseTo(8.04);
  });

  test('without its end is not complete', () => {
    expect(parseMediaPlaylist(playlist.replace('#EXT-X-ENDLIST\n', '')).isComplete).toBe(false);
  });

  test('has the bandwidth of its most demanding segment, a short last one left aside', () => {
    const { peak, average } = bandwidthOf(parseMediaPlaylist(playlist));

    expect(peak).toBe(2_000_000);
    expect(average).toBe(Math.ceil((1_540_000 * 8) / 8.04));
  });

  test('of one short segment has the bandwidth of that one', () => {
    expect(bandwidthOf({ segments: [{ seconds: 0.5, bytes: 1000 }], isComplete: true })).toEqual({
      peak: 16_000,
      average: 16_000,
    });
  });
});

describe('The master playlist', () => {
  const rendition = {
    uri: '360p.m3u8',
    widthPixels: 640,
    heightPixels: 360,
    framesPerSecond: 30000 / 1001,
    codec: 'avc1.64001e',
    bandwidth: { peak: 900_000, average: 700_000 },
  };
  const audio = {
    uri: 'audio.m3u8',
    channels: 2,
    codec: 'mp4a.40.2',
    bandwidth: { peak: 130_000, average: 128_000 },
  };

  test('counts the shared sound into every rendition', () => {
    expect(masterPlaylist({ renditions: [rendition], audio }).split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1030000,AVERAGE-BANDWIDTH=828000,RESOLUTION=640x360,FRAME-RATE=29.970,CODECS="avc1.64001e,mp4a.40.2",AUDIO="audio"',
      '360p.m3u8',
      '',
    ]);
  });

  test('of a silent video names no sound', () => {
    const text = masterPlaylist({ renditions: [rendition], audio: null });

    expect(text).toContain('CODECS="avc1.64001e"\n');
    expect(text).not.toMatch(/AUDIO|mp4a/);
  });

  test('of sound alone has it as its only stream', () => {
    expect(masterPlaylist({ renditions: [], audio })).toContain(
      '#EXT-X-STREAM-INF:BANDWIDTH=130000,AVERAGE-BANDWIDTH=128000,CODECS="mp4a.40.2"\naudio.m3u8\n',
    );
  });
});

describe('The name of an H.264 stream', () => {
  test('is read from its avcC box', () => {
    const file = Buffer.concat([Buffer.from('....stsd....avcC'), Buffer.from([1, 0x64, 0x00, 0x1f, 0xff])]);

    expect(avcCodec(file)).toBe('avc1.64001f');
  });

  test('is unknown where the box is missing or cut off', () => {
    expect(avcCodec(Buffer.from('....hvcC....'))).toBeNull();
    expect(avcCodec(Buffer.from('....avcC\u0001'))).toBeNull();
  });
});
