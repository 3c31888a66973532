import type { Language } from '@campus/pages';

const en = {
  hello: 'Hello,',
  testSubject: 'Test message',
  test: 'This message was sent from your account page: mail works.',
  failuresSubject: 'Calls to the signing application fail',
  failures: 'Calls to the signing application fail. As long as that lasts, nobody is asked to sign.',
  begun: (cause: string, count: number) =>
    count === 1 ? `Since just now: ${cause}, 1 call.` : `Since just now: ${cause}, ${count} calls.`,
  givenUp: (cause: string, count: number) =>
    count === 1
      ? `1 call was given up: ${cause}. It is not made again unless somebody asks for it.`
      : `${count} calls were given up: ${cause}. They are not made again unless somebody asks for it.`,
  noFurther: 'Within the next hour no further message of this kind follows.',
  digestSubject: 'Signatures this morning',
  digest: 'This is what stands still, and what has come to an end since the last such message.',
  failing: (count: number, givenUp: number) =>
    `${count} ${count === 1 ? 'call' : 'calls'} to the signing application failing, ${givenUp} of them given up`,
  overdue: (count: number) =>
    count === 1 ? '1 document past its due date' : `${count} documents past their due dates`,
  refused: (count: number) => (count === 1 ? '1 document refused' : `${count} documents refused`),
  erasedSoon: (count: number) =>
    count === 1
      ? '1 document will be erased within a week, since it was kept long enough'
      : `${count} documents will be erased within a week, since they were kept long enough`,
  kinds: { agreement: 'agreement', amendment: 'amendment' },
  signed: (count: number) => (count === 1 ? '1 document signed' : `${count} documents signed`),
  toCalls: 'See the calls',
  toConsole: 'Open the console',
  why: 'You receive this message because you chose it on your account page, where you can end it.',
  toAccount: 'Your account page',
  causes: { no_answer: 'no answer in time', other: 'another error' } as Record<string, string>,
};

type Words = typeof en;

const fr: Words = {
  hello: 'Bonjour,',
  testSubject: 'Message d’essai',
  test: 'Ce message a été envoyé depuis la page de votre compte\u00a0: le courriel fonctionne.',
  failuresSubject: 'Des appels à l’application de signature échouent',
  failures:
    'Des appels à l’application de signature échouent. Tant que cela dure, personne n’est invité à signer.',
  begun: (cause, count) =>
    count === 1 ? `Depuis peu\u00a0: ${cause}, 1 appel.` : `Depuis peu\u00a0: ${cause}, ${count} appels.`,
  givenUp: (cause, count) =>
    count === 1
      ? `1 appel a été abandonné\u00a0: ${cause}. Il n’est pas refait, sauf si quelqu’un le demande.`
      : `${count} appels ont été abandonnés\u00a0: ${cause}. Ils ne sont pas refaits, sauf si quelqu’un le demande.`,
  noFurther: 'Aucun autre message de ce genre ne suit pendant une heure.',
  digestSubject: 'Les signatures ce matin',
  digest: 'Voici ce qui n’avance pas, et ce qui s’est achevé depuis le dernier message de ce genre.',
  failing: (count, givenUp) =>
    `${count} ${count === 1 ? 'appel' : 'appels'} à l’application de signature en échec, dont ${givenUp} ${givenUp > 1 ? 'abandonnés' : 'abandonné'}`,
  overdue: (count) =>
    count === 1 ? '1 document dont l’échéance est passée' : `${count} documents dont l’échéance est passée`,
  refused: (count) => (count === 1 ? '1 document refusé' : `${count} documents refusés`),
  erasedSoon: (count) =>
    count === 1
      ? '1 document sera effacé d’ici une semaine, sa durée de conservation étant passée'
      : `${count} documents seront effacés d’ici une semaine, leur durée de conservation étant passée`,
  kinds: { agreement: 'convention', amendment: 'avenant' },
  signed: (count) => (count === 1 ? '1 document signé' : `${count} documents signés`),
  toCalls: 'Voir les appels',
  toConsole: 'Ouvrir la console',
  why: 'Vous recevez ce message parce que vous l’avez choisi sur la page de votre compte, où vous pouvez y mettre fin.',
  toAccount: 'La page de votre compte',
  causes: { no_answer: 'pas de réponse à temps', other: 'une autre erreur' },
};

/** What mails say. */
export const mailWords = { en, fr } satisfies Record<Language, Words>;
