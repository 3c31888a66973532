import { requireTool } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useClient } from './converse.ts';
import { givenBuilding } from './given.ts';
import { usePlatform } from './use-platform.ts';

const platform = usePlatform();
const live = useClient(platform, 'bbb-pod-live.php');

beforeAll(() => requireTool('curl'));

describe('The live streaming of BigBlueButton', () => {
  test('makes a broadcaster of a meeting by a form, and finds it by its name with capitals', async () => {
    const building = await givenBuilding(platform);
    const given = {
      stream: 'https://hls.example.org/bbb-Reunion-d-equipe.m3u8',
      building: building.id,
      name: '[BBB] Reunion d-equipe',
      is_restricted: 'true',
    };

    const id = await live.call('create_broadcaster', given);

    expect(id).toEqual(expect.any(Number));
    expect(await live.call('create_broadcaster', given)).toBe('taken');
    expect(await live.call('broadcaster', { name: 'bbb-Reunion-d-equipe' })).toBe(id);
    expect(await platform.ask('/rest/broadcasters/bbb-reunion-d-equipe/')).toMatchObject({
      url: given.stream,
      building: building.url,
      status: true,
      is_restricted: true,
    });
  });

  test('takes the broadcaster away by its name with capitals when the meeting is over', async () => {
    const { id: building } = await givenBuilding(platform);
    const stream = 'https://hls.example.org/bbb-Conseil.m3u8';
    await live.call('create_broadcaster', {
      stream,
      building,
      name: '[BBB] Conseil',
      is_restricted: 'false',
    });

    expect(await live.call('delete_broadcaster', { name: 'bbb-Conseil' })).toBe('');

    expect(await live.call('delete_broadcaster', { name: 'bbb-Conseil' })).toContain('detail');
  });

  test('finds the sessions that are to be streamed, and notes which slot of it does so until they end', async () => {
    const user = await platform.givenAccount();
    const { prisma } = platform.db;
    const { id: meetingId } = await prisma.bbbMeeting.create({
      data: { meetingId: 'a1b2', internalMeetingId: 'a1b2-1761', meetingName: "Réunion d'équipe" },
    });
    const { id } = await prisma.bbbLivestream.create({
      data: { meetingId, userId: user.id, isRestricted: true },
    });

    const waiting = await live.call<{ count: number; results: Livestream[] }>('livestreams', { status: 0 });
    const asked = await live.call<Livestream>('livestream', { id });
    const meeting = await live.call('meeting', { url: waiting.results[0]?.meeting });
    await live.call('start', {
      ...{ id, server: '1/2', broadcaster: 7 },
      ...{ host: 'live.example.org', port: 6380, channel: 'chat2' },
    });
    const running = await live.call<{ results: Livestream[] }>('livestreams', { status: 1 });
    const ended = await live.call<Livestream>('stop', { id });
    const encoded = await live.call('have_encoded', { meeting: ended.meeting, user: ended.user });

    expect(waiting).toMatchObject({ count: 1, results: [{ id, status: 0 }] });
    expect(asked).toMatchObject({
      ...{ is_restricted: true, enable_chat: false, show_chat: true, download_meeting: false },
    });
    expect(meeting).toMatchObject({ meeting_name: "Réunion d'équipe", meeting_id: 'a1b2' });
    expect(running.results).toMatchObject([{ id, server: '1/2', status: 1 }]);
    expect(ended).toMatchObject({ status: 2, end_date: expect.any(String) });
    expect(ended.user).toBe(`${platform.origin}/rest/users/${user.id}/`);
    expect(encoded).toMatchObject({ internal_meeting_id: 'a1b2-1761', encoding_step: 3 });
  });
});

interface Livestream {
  id: number;
  status: number;
  server: string | null;
  meeting: string;
  user: string;
}
