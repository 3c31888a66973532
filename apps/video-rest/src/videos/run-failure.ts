import * as ui from '@campus/pages';
import { EncodingFailure } from '../ffmpeg/encoding-failure.ts';
import { MediaRefusal } from '../ffmpeg/media-refusal.ts';
import { storageMessages } from '../storage/storage-error.ts';

/** Why a run of the encoder failed: the API says it in English, pages in the language of the reader. */
export const runMessages = {
  ...MediaRefusal.messages,
  ...EncodingFailure.messages,
  ...storageMessages,
  ...ui.translated({
    encoder_failed: [
      'the encoder failed; the log says more',
      "L'encodeur a échoué\u202f; le journal en dit plus.",
    ],
    no_decoder: [
      'No worker decodes {codecs}: have one started whose ffmpeg does, or send the source in another format, and encode the video again.',
      "Aucun processus d'encodage ne décode {codecs}\u00a0: faites-en démarrer un dont ffmpeg le décode, ou envoyez la source dans un autre format, puis relancez l'encodage.",
    ],
    worker_lost: [
      'the worker was lost in each of {attempts} attempts',
      "Le processus d'encodage a été perdu à chacune des {attempts} tentatives.",
    ],
    /** The words of an older version of this service say all. */
    recorded: ['', ''],
  }),
};

export type RunFailure = ui.Failure<keyof typeof runMessages>;

/** Why a recorded run, or its last attempt, failed; null when it did not. */
export function runFailureOf(stored: ui.StoredFailure): RunFailure | null {
  return ui.readFailure(runMessages, stored);
}

/** A failure in the columns of a run. */
export function runColumns(failure: RunFailure): { failure: RunFailure; error: string } {
  return ui.storeFailure(runMessages, failure);
}

/** The line of the log. */
export function runErrorText(failure: RunFailure): string {
  return ui.failureText(runMessages[failure.code], failure, 'en');
}
