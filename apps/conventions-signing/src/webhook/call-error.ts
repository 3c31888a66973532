/**
 * Why a call failed, as attempts record it: one line of English, which the log, the API and the pages show. The
 * sentences of ours can be told apart again, so that a page can say them in its own language.
 */

const sentences = {
  no_answer: 'no answer within {seconds} s',
  redirected: 'answered {status}: redirects are not followed, the token must not travel',
  wrong_path:
    'answered {status}: check the path of webhook.signature.uri; an application written for esup-stage may expect POST, while this service calls with GET as its contract says',
  wrong_token: 'answered {status}: check webhook.signature.token',
  refused: 'answered {status}',
} as const;

export type CallErrorCode = keyof typeof sentences;

/** The line to record. */
export function callError(code: CallErrorCode, value: number): string {
  return sentences[code].replace(/\{\w+\}/, String(value));
}

/** Which of our sentences a recorded line is, with its number; null: what the network or the system said. */
export function readCallError(recorded: string): { code: CallErrorCode; value: number } | null {
  const number = /\d+/.exec(recorded)?.[0];
  const codes = Object.keys(sentences) as CallErrorCode[];
  const code = codes.find((one) => number !== undefined && recorded === callError(one, Number(number)));
  return code === undefined ? null : { code, value: Number(number) };
}
