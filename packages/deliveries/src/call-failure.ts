import { type Failure, translated } from '@campus/pages';

/** Why a call failed, whoever is called. A service adds what it knows of its receivers. */
export const callMessages = translated({
  no_answer: ['no answer within {seconds} s', 'pas de réponse en {seconds} s'],
  redirected: [
    'answered {status}: redirects are not followed',
    'réponse {status}\u00a0: les redirections ne sont pas suivies',
  ],
  refused: ['answered {status}', 'réponse {status}'],
  closed_network: [
    '{host} is in a private or local network, where nothing is called that the configuration does not name',
    '{host} est dans un réseau privé ou local, où rien n’est appelé que la configuration ne nomme pas',
  ],
  /** All is said by the words of the network. */
  network: ['', ''],
  /** All is said by the words of an older version. */
  recorded: ['', ''],
});

export type CallFailure = Failure<keyof typeof callMessages>;
