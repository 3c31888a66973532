import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const installed = createRequire(import.meta.url).resolve;

/** What pages of this service have beside those of all. Our HLS has its sound apart, which the light build of hls.js leaves out. */
export const siteFiles = {
  ...ownFiles(
    'find.css',
    'manage.css',
    'player.css',
    'player.js',
    'player-hls.js',
    'player-keys.js',
    'player-preview.js',
    'player-quality.js',
    'share.js',
    'signed-addresses.js',
    'upload-in-pieces.js',
    'video-js.js',
    'video-js-settings.js',
  ),
  'tus.js': installed('tus-js-client/dist/tus.min.js'),
  'hls.mjs': installed('hls.js/dist/hls.min.mjs'),
  'video.core.js': installed('video.js/dist/alt/video.core.min.js'),
  'video-js.css': { content: withoutFonts(installed('video.js/dist/video-js.min.css')) },
  'video-js-fr.js': installed('video.js/dist/lang/fr.js'),
};

function ownFiles(...names: string[]): Record<string, string> {
  const folder = path.resolve(import.meta.dirname, '../../../../assets');
  return Object.fromEntries(names.map((name) => [name, path.join(folder, name)]));
}

/** The player draws its icons by SVG. A font in a style sheet is asked for, and refused by the policy of our pages, unseen. */
function withoutFonts(file: string): string {
  return readFileSync(file, 'utf8').replace(/@font-face\{[^}]*\}/g, '');
}
