import { callMessages as anyCallMessages } from '@campus/deliveries';
import { type Failure, failureText, readFailure, type StoredFailure, translated } from '@campus/pages';

/** Why a call failed: the log and the API say it in English, pages in the language of the reader. */
export const callMessages = {
  ...anyCallMessages,
  ...translated({
    redirected: [
      'answered {status}: redirects are not followed, the token must not travel',
      'réponse {status}\u00a0: les redirections ne sont pas suivies, le jeton ne doit pas voyager',
    ],
    wrong_path: [
      'answered {status}: check the path of webhook.signature.uri; an application written for esup-stage may expect POST, while this service calls with GET as its contract says',
      'réponse {status}\u00a0: vérifiez le chemin de webhook.signature.uri\u202f; une application écrite pour esup-stage attend peut-être POST, alors que ce service appelle par GET, comme le dit son contrat',
    ],
    wrong_token: [
      'answered {status}: check webhook.signature.token',
      'réponse {status}\u00a0: vérifiez webhook.signature.token',
    ],
  }),
};

export type CallFailureCode = keyof typeof callMessages;
export type CallFailure = Failure<CallFailureCode>;

/** Why a recorded attempt failed; null when it did not. */
export function callFailureOf(stored: StoredFailure): CallFailure | null {
  return readFailure(callMessages, stored);
}

/** The line of the log and of the API; null for no failure. */
export function callErrorText(failure: CallFailure | null): string | null {
  return failure && failureText(callMessages[failure.code], failure, 'en');
}
