import { failureText } from '@campus/pages';
import { expect, test } from '@jest/globals';
import { EncodingFailure, toolMissing } from '../../src/ffmpeg/encoding-failure.ts';
import { MediaRefusal } from '../../src/ffmpeg/media-refusal.ts';
import { type RunFailure, runMessages } from '../../src/videos/run-failure.ts';

const moov = '[mov,mp4] moov atom not found';

test.each<[RunFailure, string, string]>([
  [
    { code: 'too_little_space' },
    'too little space is left in the media folder',
    'Il reste trop peu de place dans le dossier des médias.',
  ],
  [
    { code: 'worker_lost', values: { attempts: 3 } },
    'the worker was lost in each of 3 attempts',
    "Le processus d'encodage a été perdu à chacune des 3 tentatives.",
  ],
  [
    new EncodingFailure('nothing_encoded', { file: 'audio.m4a' }, { words: moov }).failure,
    `Nothing was encoded of the source (audio.m4a is missing): ${moov}`,
    `Rien n'a été encodé de la source (audio.m4a manque)\u00a0: ${moov}`,
  ],
  [
    toolMissing('ffmpeg', undefined).failure,
    'ffmpeg is missing on the machine that encodes, or does not run there.',
    "ffmpeg manque sur la machine qui encode, ou n'y fonctionne pas.",
  ],
  [
    new EncodingFailure('hls_incomplete', { name: '720p' }, { words: '' }).failure,
    'The HLS of 720p is not complete.',
    "Le HLS de 720p n'est pas complet.",
  ],
  [
    new EncodingFailure('source_cut_off', { said: 61.53, found: 3 }).failure,
    'The source says that it lasts 61.5 s, but only 3.0 s could be encoded.',
    'La source annonce 61,5 s, mais seules 3,0 s ont pu être encodées.',
  ],
  [
    new EncodingFailure('time_limit', { minutes: 90 }).failure,
    'The encoding was ended after 90 minutes, its time limit.',
    "L'encodage a été arrêté après 90 minutes, sa durée maximale.",
  ],
  [new EncodingFailure('ffmpeg_failed', {}, { words: moov }).failure, moov, moov],
  [
    new MediaRefusal('codec_not_accepted', { codec: 'prores' }).failure,
    'The codec prores is not accepted. Convert the file, as to MP4 with H.264 and AAC.',
    "Le codec de la vidéo ou du son n'est pas accepté. Convertissez le fichier, par exemple en MP4 avec H.264 et AAC.",
  ],
])('%j is told in the language of the reader, and the words of ffmpeg stay', (failure, english, french) => {
  const text = runMessages[failure.code];

  expect(failureText(text, failure, 'en')).toBe(english);
  expect(failureText(text, failure, 'fr')).toBe(french);
});
