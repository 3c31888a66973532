import { expect, test } from '@jest/globals';
import { videoSlug } from '../../src/videos/create-video.ts';

test.each([
  [7, 'Intro', '0007-intro'],
  [12345, 'Intro', '12345-intro'],
  [42, '数学', '0042-'],
])('The slug of video %i with the title %j is %j', (id, title, slug) => {
  expect(videoSlug(id, title)).toBe(slug);
});
