import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService({ mediaMinFree: 2 ** 60 });

test.each([
  ['en', 'There is too little space left for this file. Nothing was stored; tell the operator.'],
  ['fr', "Il reste trop peu de place pour ce fichier. Rien n'a été conservé\u00a0; prévenez l'exploitant."],
])(
  'Given less space than the minimum, When a video is sent, Then 507 tells it (%s), and nothing is stored',
  async (language, detail) => {
    const { status, body } = await service.root.client
      .post('/rest/videos/')
      .set('Accept-Language', language)
      .attach('video', Buffer.from('a video'), 'video.mp4');

    expect([status, body]).toEqual([507, { detail }]);
    expect((await service.root.client.get('/rest/videos/')).body.count).toBe(0);
    const left = await readdir(`${service.mediaRoot}/tmp`, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  },
);
