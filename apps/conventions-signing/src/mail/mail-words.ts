import { inEachLanguage, type Pair } from '@campus/pages';

/** What mails to staff say. */
export const mailWords = inEachLanguage({
  failuresSubject: [
    'Calls to the signing application fail',
    'Des appels à l’application de signature échouent',
  ],
  failures: [
    'Calls to the signing application fail. As long as that lasts, nobody is asked to sign.',
    'Des appels à l’application de signature échouent. Tant que cela dure, personne n’est invité à signer.',
  ],
  begun: (cause: string, count: number) => [
    count === 1 ? `Since just now: ${cause}, 1 call.` : `Since just now: ${cause}, ${count} calls.`,
    `Depuis peu\u00a0: ${cause}, ${count} appel${count > 1 ? 's' : ''}.`,
  ],
  givenUp: (cause: string, count: number) => [
    count === 1
      ? `1 call was given up: ${cause}. It is not made again unless somebody asks for it.`
      : `${count} calls were given up: ${cause}. They are not made again unless somebody asks for it.`,
    count < 2
      ? `${count} appel a été abandonné\u00a0: ${cause}. Il n’est pas refait, sauf si quelqu’un le demande.`
      : `${count} appels ont été abandonnés\u00a0: ${cause}. Ils ne sont pas refaits, sauf si quelqu’un le demande.`,
  ],
  noFurther: [
    'Within the next hour no further message of this kind follows.',
    'Aucun autre message de ce genre ne suit pendant une heure.',
  ],
  digestSubject: ['Signatures this morning', 'Les signatures ce matin'],
  digest: [
    'This is what stands still, and what has come to an end since the last such message.',
    'Voici ce qui n’avance pas, et ce qui s’est achevé depuis le dernier message de ce genre.',
  ],
  failing: (count: number, givenUp: number) => [
    `${count} ${count === 1 ? 'call' : 'calls'} to the signing application failing, ${givenUp} of them given up`,
    `${count} ${count > 1 ? 'appels' : 'appel'} à l’application de signature en échec, dont ${givenUp} ${givenUp > 1 ? 'abandonnés' : 'abandonné'}`,
  ],
  overdue: (count: number) => [
    count === 1 ? '1 document past its due date' : `${count} documents past their due dates`,
    `${count} document${count > 1 ? 's' : ''} dont l’échéance est passée`,
  ],
  refused: (count: number) => [
    count === 1 ? '1 document refused' : `${count} documents refused`,
    count > 1 ? `${count} documents refusés` : `${count} document refusé`,
  ],
  erasedSoon: (count: number) => [
    count === 1
      ? '1 document will be erased within a week, since it was kept long enough'
      : `${count} documents will be erased within a week, since they were kept long enough`,
    count < 2
      ? `${count} document sera effacé d’ici une semaine, sa durée de conservation étant passée`
      : `${count} documents seront effacés d’ici une semaine, leur durée de conservation étant passée`,
  ],
  kinds: {
    agreement: ['agreement', 'convention'],
    amendment: ['amendment', 'avenant'],
  },
  signed: (count: number) => [
    count === 1 ? '1 document signed' : `${count} documents signed`,
    count > 1 ? `${count} documents signés` : `${count} document signé`,
  ],
  toCalls: ['See the calls', 'Voir les appels'],
  toConsole: ['Open the console', 'Ouvrir la console'],
  causes: {
    no_answer: ['no answer in time', 'pas de réponse à temps'],
    other: ['another error', 'une autre erreur'],
  } as Record<string, Pair>,
});
