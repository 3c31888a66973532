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
    expect(await platform.read('/rest/broadcasters/bbb-reunion-d-equipe/')).toMatchObject({
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
});
